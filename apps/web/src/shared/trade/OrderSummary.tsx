import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import type { ParsedOrder } from '../market/order-entry.ts'
import type { OrderPreview, Side } from '../market/order-preview.ts'
import { Price } from '../ui/Price.tsx'
import styles from './OrderSummary.module.css'

interface OrderWordsProps {
  readonly side: Side
  readonly preview: OrderPreview | null
  readonly price: number
  /** Whether the player has what the order takes; otherwise nothing is promised. */
  readonly isPossible: boolean
}

/** Describes what will happen: how many trade now at which prices, and at which price the rest waits. */
export function OrderWords({ side, preview, price, isPossible }: OrderWordsProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  if (preview === null) return <p className={styles['words']}>{t('trade.words.nothing')}</p>
  if (!isPossible) return <p className={styles['words']}>{t('trade.words.impossible')}</p>
  const { nowCount, restCount, nowFrom, nowTo } = preview
  const now = {
    count: nowCount,
    amount: format.exact(nowCount),
    prices: format.range(nowFrom, nowTo),
  }
  const rest = { count: restCount, amount: format.exact(restCount), price: format.exact(price) }
  return (
    <p className={styles['words']} aria-live="polite">
      {nowCount > 0 && <strong className={styles[side]}>{t(`trade.words.${side}_now`, now)}</strong>}
      {nowCount > 0 && restCount > 0 && ' '}
      {restCount > 0 && t(nowCount > 0 ? 'trade.words.rest_waits' : `trade.words.${side}_waits`, rest)}
    </p>
  )
}

const BASIS_POINTS = 10_000

interface OrderTotalsProps {
  readonly side: Side
  readonly order: ParsedOrder | null
  readonly preview: OrderPreview | null
  readonly coins: number | undefined
  readonly feeBasisPoints: number
}

/** Cost or proceeds; a total shows only once count and price are set (document 1 §5). */
export function OrderTotals({ side, order, preview, coins, feeBasisPoints }: OrderTotalsProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const isKnown = order !== null && preview !== null
  const total = preview?.total ?? 0
  const fee = preview?.fee ?? 0
  return (
    <>
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
        {side === 'sell' ? (
          <Result label={t('trade.you_receive')} coins={isKnown ? total - fee : undefined} />
        ) : (
          <BalanceAfter left={isKnown && coins !== undefined ? coins - total : undefined} />
        )}
      </dl>
      {side === 'sell' && feeBasisPoints > 0 && (
        <p className={styles['note']}>
          {t('trade.fee_from', { amount: format.exact(Math.ceil(BASIS_POINTS / feeBasisPoints)) })}
        </p>
      )}
    </>
  )
}

/** The wallet's balance afterwards, or what is missing. */
function BalanceAfter({ left }: { readonly left: number | undefined }) {
  const { t } = useTranslation('market')
  const isShort = left !== undefined && left < 0
  return (
    <Result
      label={t(isShort ? 'trade.coins_missing' : 'trade.balance_after')}
      coins={left === undefined ? undefined : Math.abs(left)}
      isShort={isShort}
    />
  )
}

interface ResultProps {
  readonly label: string
  readonly coins: number | undefined
  readonly isShort?: boolean
}

function Result({ label, coins, isShort = false }: ResultProps) {
  return (
    <div className={styles['result']} data-short={isShort || undefined}>
      <dt>{label}</dt>
      <dd>{coins === undefined ? '–' : <Price coins={coins} isExact />}</dd>
    </div>
  )
}
