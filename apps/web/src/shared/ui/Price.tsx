import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { Coin } from './Coin.tsx'
import styles from './Price.module.css'

interface PriceProps {
  readonly coins: number
  /** All digits; otherwise shortened, with all digits on hover. */
  readonly isExact?: boolean
  readonly size?: number
  /** Before the number: what is added or taken away. */
  readonly sign?: '+' | '−' | ''
}

/** An amount of Surprise coins. */
export function Price({ coins, isExact = false, size = 14, sign = '' }: PriceProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const exact = t('coins', { count: coins, amount: format.exact(coins) })
  return (
    <span className={styles['price']} title={exact} data-live>
      <Coin coin="coin" size={size} />
      {sign}
      {isExact ? format.exact(coins) : format.price(coins)}
    </span>
  )
}
