import { useTranslation } from 'react-i18next'
import { PageFallback } from '#shared/loading/PageFallback.tsx'
import { useIsChunkMissing } from '#shared/loading/load-chunk.ts'
import styles from './MarketSkeletons.module.css'

const ITEM_PARTS = ['head', 'summary', 'chart', 'book', 'tape'] as const

/** The place of the list: categories at its side, a search field, rows of columns. */
export function ListSkeleton() {
  const { t } = useTranslation('shell')
  return (
    <output className={styles['list']} aria-label={t('state.loading')}>
      <span className={styles['search']} />
      <span className={styles['rows']} />
    </output>
  )
}

/** The place of an item's page; says when its code does not load. */
export function ItemSkeleton() {
  const { t } = useTranslation('shell')
  if (useIsChunkMissing()) return <PageFallback />
  return (
    <output className={styles['item']} aria-label={t('state.loading')}>
      {ITEM_PARTS.map((part) => (
        <span key={part} className={styles[part]} />
      ))}
    </output>
  )
}
