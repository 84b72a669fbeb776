import { Link } from '@tanstack/react-router'
import type { HarvestHistoryEntry } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { YieldChip } from '#shared/production/ItemChip.tsx'
import { LuckButton } from '#shared/simulation/LuckButton.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useReachedEnd } from '#shared/ui/gradual-rendering.tsx'
import { useTitle } from '#shared/ui/use-title.ts'
import { useHarvestHistory } from './api/harvest-history.ts'
import { useHarvest } from '#shared/production/harvest.ts'
import styles from './HarvestHistoryPage.module.css'

/** Harvests that have ended: what they brought, what broke, and how lucky that was. */
export function HarvestHistoryPage() {
  const { t } = useTranslation('harvest')
  useTitle(`${t('tabs.history')} · ${t('title')}`)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useHarvestHistory()
  const entries = data?.pages.flat()
  const end = useReachedEnd<HTMLDivElement>(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  })
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('tabs.history')}</h2>
      {entries === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {entries === undefined && error === null && <Skeleton shape="entries" />}
      {entries?.length === 0 && (
        <EmptyState subject="history" action={<Link to="/harvest/receipts">{t('tabs.recipes')}</Link>}>
          {t('history.empty')}
        </EmptyState>
      )}
      {entries !== undefined && entries.length > 0 && (
        <>
          <ol className={styles['list']}>
            {entries.map((entry) => (
              <Harvested key={entry.id} entry={entry} />
            ))}
          </ol>
          <div ref={end} className={styles['end']}>
            {hasNextPage && (
              <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('history.more')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  )
}

function Harvested({ entry }: { readonly entry: HarvestHistoryEntry }) {
  const { t } = useTranslation('harvest')
  const format = useFormat()
  const language = useLanguage()
  const { data } = useHarvest()
  const recipe = data?.receipts.find(({ receipt_id }) => receipt_id === entry.receipt_id)
  return (
    <li className={styles['entry']}>
      <div className={styles['text']}>
        <p className={styles['name']}>
          {recipe?.names[language] ?? `#${entry.receipt_id}`} <span>×{format.exact(entry.count)}</span>
        </p>
        <p className={styles['when']}>{t('history.ended', { when: format.dateTime(entry.end_at) })}</p>
        <LuckButton kind="harvest" id={entry.id} />
      </div>
      <div className={styles['items']}>
        <Items label={t('history.brought')} sign="+" items={entry.new_items} />
        <Items label={t('history.broke')} sign="−" items={entry.broken_items} />
        <Items label={t('history.upgraded')} sign="+" items={entry.upgraded_items} />
      </div>
    </li>
  )
}

interface ItemsProps {
  readonly label: string
  readonly sign: string
  readonly items: HarvestHistoryEntry['new_items']
}

function Items({ label, sign, items }: ItemsProps) {
  const format = useFormat()
  if (items.length === 0) return null
  return (
    <div className={styles['kind']}>
      <span>{label}</span>
      <ul className={styles['chips']} aria-label={label}>
        {items.map(({ item_id, quantity }) => (
          <li key={item_id}>
            <YieldChip itemId={item_id} amount={`${sign}${format.exact(quantity)}`} />
          </li>
        ))}
      </ul>
    </div>
  )
}
