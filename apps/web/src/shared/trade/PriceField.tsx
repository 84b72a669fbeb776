import { PRICE_CURRENCIES, type PriceCurrency } from '@clutch/contract/constants'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { Coin } from '../ui/Coin.tsx'
import type { Side } from '../market/order-preview.ts'
import styles from './Field.module.css'

interface PriceFieldProps {
  readonly side: Side
  readonly price: string
  readonly currency: PriceCurrency
  readonly bestPrice: number
  readonly onPrice: (price: string) => void
  readonly onCurrency: (currency: PriceCurrency) => void
  readonly onBest: () => void
}

/** The price of one item, in the denomination the player likes to think in. */
export function PriceField({ side, price, currency, bestPrice, onPrice, onCurrency, onBest }: PriceFieldProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const id = useId()
  return (
    <div className={styles['field']}>
      <div className={styles['label']}>
        <label htmlFor={id}>{t('trade.price')}</label>
        {bestPrice > 0 && (
          <button type="button" className={styles['fill']} onClick={onBest}>
            {t(side === 'buy' ? 'trade.best_sell' : 'trade.best_buy', { price: format.price(bestPrice) })}
          </button>
        )}
      </div>
      <div className={styles['joined']}>
        <input
          id={id}
          type="number"
          inputMode="decimal"
          min={0}
          step={1}
          required
          value={price}
          className={styles['input']}
          onChange={(event) => onPrice(event.target.value)}
        />
        <div className={styles['currencies']} role="radiogroup" aria-label={t('trade.currency')}>
          {PRICE_CURRENCIES.map((choice) => (
            <label key={choice} className={styles['currency']} title={t(`trade.currencies.${choice}`)}>
              <input
                type="radio"
                name={`${id}-currency`}
                className="visually-hidden"
                checked={choice === currency}
                onChange={() => onCurrency(choice)}
              />
              <Coin coin={choice} size={18} />
              <span className="visually-hidden">{t(`trade.currencies.${choice}`)}</span>
            </label>
          ))}
        </div>
      </div>
    </div>
  )
}
