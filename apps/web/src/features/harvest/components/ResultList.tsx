import type { HarvestRecipe } from '@clutch/contract'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Tooltip } from '#shared/ui/Tooltip.tsx'
import { TOOLTIP_QUICK_MS } from '../model/tooltip-delays.ts'
import blocks from './Block.module.css'
import styles from './ResultList.module.css'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'

const PERCENT_BASIS_POINTS = 100

/** Count and chance of a run's yield before item bonuses. */
export function ResultList({ results }: { readonly results: HarvestRecipe['result'] }) {
  const { t } = useTranslation('harvest')
  const format = useFormat()
  const titleId = useId()
  return (
    <section className={blocks['block']} aria-labelledby={titleId}>
      <h3 id={titleId} className={blocks['title']}>
        {t('results')}
      </h3>
      <ul className={styles['results']}>
        {results.map(({ item_id, count, chance_percent }) => (
          <li key={item_id}>
            <ItemLine itemId={item_id}>
              <span className={styles['count']}>×{format.exact(count)}</span>
              <Tooltip delayMs={TOOLTIP_QUICK_MS} text={t('chance_hint')}>
                <span className={styles['chance']}>
                  <span className="visually-hidden">{t('chance')}</span>
                  {format.percent(chance_percent * PERCENT_BASIS_POINTS)}
                </span>
              </Tooltip>
            </ItemLine>
          </li>
        ))}
      </ul>
    </section>
  )
}

const TILE_SIZE = 30

/** An item's picture and name, and figures at the end of the line. */
export function ItemLine({ itemId, children }: { readonly itemId: number; readonly children: ReactNode }) {
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(itemId)
  const name = useItemName()(itemId)
  return (
    <span className={styles['line']}>
      <ItemTile item={item} size={TILE_SIZE} />
      <span className={styles['name']} style={{ color: readableColor(item?.NameColor ?? '') }}>
        {name}
      </span>
      <span className={styles['figures']}>{children}</span>
    </span>
  )
}
