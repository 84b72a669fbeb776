import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import type { OrderPreview, Side } from '../market/order-preview.ts'
import styles from './OrderWords.module.css'

interface OrderWordsProps {
  readonly side: Side
  readonly preview: OrderPreview | null
  readonly price: number
}

/** What will happen, in words: so many now at these prices, the rest waits at that one. */
export function OrderWords({ side, preview, price }: OrderWordsProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  if (preview === null) return <p className={styles['words']}>{t('trade.words.nothing')}</p>
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
