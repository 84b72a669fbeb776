import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { SpanBar } from '#shared/chart/SpanBar.tsx'
import { useFormat } from '#shared/format/use-format.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import type { ProfitStep } from '../model/profit-steps.ts'
import styles from './ProfitSteps.module.css'

const TILE_SIZE = 22

/** From what a run costs to what it earns: a bar on one scale for each step. */
export function ProfitSteps({ steps }: { readonly steps: readonly ProfitStep[] }) {
  const { t } = useTranslation('craft')
  const format = useFormat()
  return (
    <ol className={styles['steps']} aria-label={t('steps.title')} data-live>
      {steps.map(({ of, coins, span }) => (
        <li
          key={typeof of === 'string' ? of : of.itemId}
          className={styles['step']}
          data-total={of === 'profit' || undefined}
        >
          {typeof of === 'string' ? <span>{t(`steps.${of}`)}</span> : <Ingredient {...of} />}
          <SpanBar spans={[span]} />
          <span className={styles['coins']} data-tone={span.tone}>
            {format.signedPrice(coins)}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Ingredient({ itemId, count }: { readonly itemId: number; readonly count: number }) {
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const name = useItemName()(itemId)
  return (
    <span className={styles['item']}>
      <ItemTile item={catalogue?.byId.get(itemId)} size={TILE_SIZE} />
      <span>
        {name} ×{format.exact(count)}
      </span>
    </span>
  )
}
