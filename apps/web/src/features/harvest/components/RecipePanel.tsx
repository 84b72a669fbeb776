import type { HarvestRecipe, HarvestUserData } from '@clutch/contract'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { WhatIfButton, type Start } from '#shared/simulation/WhatIfButton.tsx'
import { useNextRuns } from '../hooks/use-next-runs.ts'
import { useRecipeSetup } from '../hooks/setup-drafts.ts'
import { useStartHarvest } from '../hooks/use-start-harvest.ts'
import { panelId, tabId } from '../model/recipe-address.ts'
import { changeSelection, toggleItem, type HarvestSetup } from '../model/setup.ts'
import { Calculation } from './Calculation.tsx'
import { RecipeHead } from './RecipeHead.tsx'
import styles from './RecipePanel.module.css'
import { ResultList } from './ResultList.tsx'
import { RunningList } from './RunningList.tsx'
import { SlotSection } from './SlotSection.tsx'

/** One run with what is selected; undefined while a slot has nothing. */
function toStart({ receipt_id }: HarvestRecipe, { slots }: HarvestSetup): Start | undefined {
  if (slots.length === 0 || slots.some((selections) => selections.length === 0)) return undefined
  return { kind: 'harvest', receipt_id, max_parallel: 1, items: slots.map((selections) => [...selections]) }
}

interface RecipePanelProps {
  readonly recipe: HarvestRecipe
  readonly userData: HarvestUserData | undefined
}

/** A recipe's card: settings, running groups and expected results. */
export function RecipePanel({ recipe, userData }: RecipePanelProps) {
  const { setup, isUnsaved, change, discard } = useRecipeSetup(recipe, userData)
  const command = useStartHarvest(recipe)
  const nextRuns = useNextRuns(recipe, setup, userData)
  const recipeId = recipe.receipt_id
  const language = useLanguage()
  return (
    <div role="tabpanel" id={panelId(recipeId)} aria-labelledby={tabId(recipeId)} className={styles['panel']}>
      <RecipeHead
        recipe={recipe}
        userData={userData}
        setup={setup}
        isUnsaved={isUnsaved}
        isPending={command.isPending}
        nextRuns={nextRuns}
        onChange={change}
        onDiscard={discard}
        onStart={() => command.start(setup)}
      />
      <div className={styles['columns']}>
        <div className={styles['slots']}>
          {recipe.items_slots.map((slot, index) => (
            <SlotSection
              key={slot.name}
              slot={slot}
              selections={setup.slots[index] ?? []}
              experience={userData?.exp_by_item ?? {}}
              isComplaining={command.isComplaining && setup.slots[index]?.length === 0}
              onToggle={(itemId) => change(toggleItem(setup, index, itemId))}
              onChange={(itemId, changed) => change(changeSelection(setup, index, itemId, changed))}
            />
          ))}
        </div>
        <div className={styles['side']}>
          <RunningList recipe={recipe} groups={userData?.active_list ?? []} />
          <Calculation recipe={recipe} setup={setup} />
          <WhatIfButton name={recipe.names[language]} start={toStart(recipe, setup)} />
          <ResultList results={recipe.result} />
        </div>
      </div>
    </div>
  )
}
