import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { Price } from '../ui/Price.tsx'
import type { ParsedOrder } from '../market/order-entry.ts'
import type { OrderPreview, Side } from '../market/order-preview.ts'
import styles from './OrderTotals.module.css'

interface OrderTotalsProps {
  readonly side: Side
  readonly order: ParsedOrder | null
  readonly preview: OrderPreview | null
  readonly coins: number | undefined
  readonly feeBasisPoints: number
}

/** What it costs or brings; a total shows only once count and price are there (document 1 §5). */
export function OrderTotals({ side, order, preview, coins, feeBasisPoints }: OrderTotalsProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const isKnown = order !== null && preview !== null
  const total = preview?.total ?? 0
  const fee = preview?.fee ?? 0
  return (
    <dl className={styles['totals']}>
      <div>
        <dt>{t('trade.total')}</dt>
        <dd>{isKnown ? <Price coins={total} isExact /> : '–'}</dd>
      </div>
      {side === 'sell' && feeBasisPoints > 0 && (
        <div>
          <dt>{t('trade.fee', { share: format.percent(feeBasisPoints) })}</dt>
          <dd>{isKnown ? <Price coins={fee} isExact /> : '–'}</dd>
        </div>
      )}
      <div className={styles['result']}>
        <dt>{t(side === 'buy' ? 'trade.balance_after' : 'trade.you_receive')}</dt>
        <dd>
          {isKnown && (side === 'sell' || coins !== undefined) ? (
            <Price coins={side === 'sell' ? total - fee : Math.max(0, (coins ?? 0) - total)} isExact />
          ) : (
            '–'
          )}
        </dd>
      </div>
    </dl>
  )
}
