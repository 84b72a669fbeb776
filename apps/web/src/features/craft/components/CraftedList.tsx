import type { CraftHistoryEntry } from '@clutch/contract'
import { craftGrants } from '@clutch/economy'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { YieldChip } from '#shared/production/ItemChip.tsx'
import { useCraftRecipes } from '#shared/production/recipes.ts'
import { hasChance, toCraftRule } from '#shared/production/recipe-rules.ts'
import { LuckButton } from '#shared/simulation/LuckButton.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { groupByRecipe, readResult, type CraftedItem } from '../model/craft-history.ts'
import styles from './CraftedList.module.css'

const TILE_SIZE = 36

interface CraftedListProps {
  readonly entries: readonly CraftHistoryEntry[]
  readonly isGrouped: boolean
}

/** Finished crafts, one by one or grouped by recipe. */
export function CraftedList({ entries, isGrouped }: CraftedListProps) {
  return (
    <ol className={styles['list']}>
      {isGrouped
        ? groupByRecipe(entries).map(({ recipeId, runs, lastProcessSec, made }) => (
            <Crafted key={recipeId} recipeId={recipeId} runs={runs} atSec={lastProcessSec} made={made} returned={[]} />
          ))
        : entries.map(({ id, receipt_id, count, process_date, jdoc }) => (
            <Crafted key={id} id={id} recipeId={receipt_id} runs={count} atSec={process_date} {...readResult(jdoc)} />
          ))}
    </ol>
  )
}

interface CraftedProps {
  /** The job's id; absent for a group. */
  readonly id?: string
  readonly recipeId: number
  readonly runs: number
  readonly atSec: number
  readonly made: readonly CraftedItem[]
  readonly returned: readonly CraftedItem[]
}

function Crafted({ id, recipeId, runs, atSec, made, returned }: CraftedProps) {
  const { t } = useTranslation('craft')
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const { data: recipes } = useCraftRecipes()
  const recipe = recipes?.byId.get(recipeId)
  const itemId = recipe?.ItemForVision ?? 0
  const isChancy = recipe !== undefined && hasChance(catalogue?.items ?? [], craftGrants(toCraftRule(recipe), 1))
  const item = catalogue?.byId.get(itemId)
  const name = useItemName()(itemId)
  return (
    <li className={styles['entry']}>
      <ItemTile item={item} size={TILE_SIZE} />
      <div className={styles['text']}>
        <p className={styles['name']} style={{ color: readableColor(item?.NameColor ?? '') }}>
          {name} <span className={styles['runs']}>×{format.exact(runs)}</span>
        </p>
        <p className={styles['when']}>
          {t('history.finished')} {format.dateTime(atSec)}
        </p>
        {id !== undefined && isChancy && <LuckButton kind="craft" id={id} />}
      </div>
      <div className={styles['items']}>
        <Items items={made} label={t('gives')} />
        {returned.length > 0 && <Items items={returned} label={t('history.returned')} isQuiet />}
      </div>
    </li>
  )
}

interface ItemsProps {
  readonly items: readonly CraftedItem[]
  readonly label: string
  readonly isQuiet?: boolean
}

function Items({ items, label, isQuiet = false }: ItemsProps) {
  const format = useFormat()
  return (
    <ul className={styles['chips']} aria-label={label}>
      {isQuiet && (
        <li className={styles['label']} aria-hidden="true">
          {label}
        </li>
      )}
      {items.map(({ itemId, count }) => (
        <li key={itemId}>
          <YieldChip itemId={itemId} amount={`${isQuiet ? '' : '+'}${format.exact(count)}`} />
        </li>
      ))}
    </ul>
  )
}
