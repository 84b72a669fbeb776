import type { CraftGroup, CraftRecipe } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { BbText } from '#shared/bbcode/BbText.tsx'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { itemDescription } from '#shared/catalogue/item-text.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { Odds } from '#shared/production/Odds.tsx'
import { craftOdds } from '#shared/production/odds-tables.ts'
import { ProfitLine } from '#shared/production/ProfitLine.tsx'
import { StarButton } from '#shared/production/StarButton.tsx'
import { useWorkDuration } from '#shared/production/use-duration.ts'
import type { PricingMode } from '#shared/production/valuation.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Modal } from '#shared/ui/Modal.tsx'
import { useProfitSteps, useRecipeValuation } from '../hooks/use-recipe-value.ts'
import { CostTree } from './CostTree.tsx'
import { ProfitSteps } from './ProfitSteps.tsx'
import { RecipeIngredients } from './RecipeIngredients.tsx'
import styles from './RecipePopup.module.css'
import { RunCraft } from './RunCraft.tsx'

const TILE_SIZE = 84

interface RecipePopupProps {
  readonly recipe: CraftRecipe
  readonly groups: readonly CraftGroup[]
  readonly pricingMode: PricingMode
  readonly isFavorite: boolean
  readonly onStar: () => void
  readonly onClose: () => void
}

/** A recipe in full, with the cheapest way to get its ingredients. */
export function RecipePopup({ recipe, groups, pricingMode, isFavorite, onStar, onClose }: RecipePopupProps) {
  const { t } = useTranslation('craft')
  const language = useLanguage()
  const duration = useWorkDuration()
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(recipe.ItemForVision)
  const name = useItemName()(recipe.ItemForVision)
  const valuation = useRecipeValuation(recipe, pricingMode)
  const steps = useProfitSteps(recipe, pricingMode)
  const group = groups.find(({ id }) => id === recipe.CraftGroup)
  const output = recipe.OutputList[0]
  return (
    <Modal title={name} isWide isOpen onClose={onClose}>
      <div className={styles['popup']}>
        <div className={styles['head']}>
          <ItemTile item={item} size={TILE_SIZE} isGlowing />
          <div>
            <p className={styles['facts']}>
              {duration(recipe.TimeCraftSec)} · {group?.names[language] ?? recipe.CraftGroup}
            </p>
            <p className={styles['description']}>
              {item !== undefined && <BbText source={itemDescription(item, language)} />}
            </p>
          </div>
          <StarButton name={name} isOn={isFavorite} onPress={onStar} />
        </div>
        <RecipeIngredients recipe={recipe} />
        {catalogue !== undefined && <Odds tables={craftOdds(recipe, catalogue.byId)} />}
        <ProfitLine valuation={valuation} />
        <RunCraft recipe={recipe} hasWhatIf />
        {steps !== undefined && (
          <section className={styles['part']}>
            <h3>{t('steps.title')}</h3>
            <ProfitSteps steps={steps} />
          </section>
        )}
        {output !== undefined && (
          <section className={styles['part']} aria-label={t('cost_tree')}>
            <h3>{t('cost_tree')}</h3>
            <CostTree recipe={recipe} pricingMode={pricingMode} />
          </section>
        )}
      </div>
    </Modal>
  )
}
