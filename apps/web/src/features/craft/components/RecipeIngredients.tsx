import type { CraftEntry, CraftRecipe } from '@clutch/contract'
import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { NeedChip, YieldChip } from '#shared/production/ItemChip.tsx'
import styles from './RecipeIngredients.module.css'

interface RecipeIngredientsProps {
  readonly recipe: CraftRecipe
  readonly runs?: number
}

/** What this many runs consume, borrow and yield. */
export function RecipeIngredients({ recipe, runs = 1 }: RecipeIngredientsProps) {
  const { t } = useTranslation('craft')
  const format = useFormat()
  return (
    <div className={styles['row']}>
      <ul className={styles['chips']} aria-label={t('takes')}>
        {recipe.ConsumableList.map(({ TypeId, Count }) => (
          <li key={TypeId}>
            <NeedChip itemId={TypeId} need={Count * runs} />
          </li>
        ))}
        {recipe.RemainList.map(({ TypeId, Count }) => (
          <li key={TypeId}>
            <NeedChip itemId={TypeId} need={Count * runs} isKept />
          </li>
        ))}
      </ul>
      <IconArrowRight size={16} aria-hidden="true" className={styles['arrow']} />
      <ul className={styles['chips']} aria-label={t('gives')}>
        {recipe.OutputList.map((output) => (
          <li key={output.TypeId}>
            <YieldChip itemId={output.TypeId} amount={amountOf(output, runs, format.range)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function amountOf(
  { Random, Count, MinCount, MaxCount }: CraftEntry,
  runs: number,
  range: (a: number, b: number) => string,
) {
  return Random ? range(MinCount * runs, MaxCount * runs) : range(Count * runs, Count * runs)
}
