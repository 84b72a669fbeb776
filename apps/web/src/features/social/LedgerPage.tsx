import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { usePastTrades, useTradeTotals } from './api/past-trades.ts'
import { OfferLine } from './components/OfferLine.tsx'
import styles from './LedgerPage.module.css'
import { offersOf, toOffer } from './model/offers.ts'

/** What has passed between the player and one other, ever: the sums, and every trade. */
export function LedgerPage() {
  const { t } = useTranslation('social')
  const format = useFormat()
  const { userId = '' } = useParams({ strict: false })
  const totals = useTradeTotals(userId)
  const past = usePastTrades(userId, true)
  const name = totals.data?.name ?? ''
  const title = t('ledger.title', { name })
  useTitle(title)
  const error = totals.error ?? past.error
  if (error !== null) {
    const retry = () => void Promise.all([totals.refetch(), past.refetch()])
    return <ErrorState error={error} onRetry={retry} />
  }
  if (totals.data === undefined || past.data === undefined)
    return (
      <div className={pages['page']}>
        <Skeleton shape="entries" />
      </div>
    )
  const { trades, first_at, given, received } = totals.data
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{title}</h2>
      {trades === 0 ? (
        <EmptyState subject="history">{t('ledger.empty', { name })}</EmptyState>
      ) : (
        <>
          <p className={styles['since']}>
            {t('ledger.since', { count: trades, amount: format.exact(trades), when: format.date(first_at) })}
          </p>
          <dl className={styles['totals']}>
            <div>
              <dt>{t('ledger.given')}</dt>
              <dd>
                <OfferLine offer={toOffer(given)} />
              </dd>
            </div>
            <div>
              <dt>{t('ledger.received')}</dt>
              <dd>
                <OfferLine offer={toOffer(received)} />
              </dd>
            </div>
          </dl>
          <ol className={styles['trades']}>
            {past.data.pages.flat().map((trade) => {
              const { own, theirs } = offersOf(trade)
              return (
                <li key={trade.id} className={styles['trade']}>
                  <time className={styles['when']}>{format.dateTime(trade.ended_at)}</time>
                  <div className={styles['side']}>
                    <span>{t('ledger.you_gave')}</span>
                    <OfferLine offer={own} />
                  </div>
                  <div className={styles['side']}>
                    <span>{t('ledger.they_gave', { name })}</span>
                    <OfferLine offer={theirs} />
                  </div>
                </li>
              )
            })}
          </ol>
          {past.hasNextPage && (
            <Button isPending={past.isFetchingNextPage} onClick={() => void past.fetchNextPage()}>
              {t('past.more')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
