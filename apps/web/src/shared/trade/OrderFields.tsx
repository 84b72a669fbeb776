import { PRICE_CURRENCIES, type PriceCurrency } from '@clutch/contract/constants'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import type { Side } from '../market/order-preview.ts'
import type { QueuePrices } from '../market/queue-prices.ts'
import { AmountInput } from '../ui/AmountInput.tsx'
import { Coin } from '../ui/Coin.tsx'
import styles from './OrderFields.module.css'

/** Fractions of the maximum, one press each. */
const SHARES = [0.25, 0.5, 1] as const
const BASIS_POINTS = 10_000
/** Longer prices are shortened; the title has every digit. */
const EXACT_BELOW = 10_000_000

interface FieldHeadProps {
  readonly id: string
  readonly label: string
  /** What the button next to the label fills in; undefined if there is nothing. */
  readonly fill: string | undefined
  readonly onFill: () => void
}

function FieldHead({ id, label, fill, onFill }: FieldHeadProps) {
  return (
    <div className={styles['label']}>
      <label htmlFor={id}>{label}</label>
      {fill !== undefined && (
        <button type="button" className={styles['fill']} onClick={onFill}>
          {fill}
        </button>
      )}
    </div>
  )
}

interface CountFieldProps {
  readonly value: string
  readonly max: number
  readonly onChange: (value: string) => void
}

/** The quantity; the popup opens with the focus here. */
export function CountField({ value, max, onChange }: CountFieldProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const id = useId()
  return (
    <div className={styles['field']}>
      <FieldHead
        id={id}
        label={t('trade.count')}
        fill={max > 0 ? t('trade.max', { amount: format.quantity(max) }) : undefined}
        onFill={() => onChange(format.field(max))}
      />
      <AmountInput id={id} text={value} required isFirst className={styles['input']} onText={onChange} />
      {max > 1 && (
        <fieldset className={styles['shares']} aria-label={t('trade.shares')}>
          {SHARES.map((share) => (
            <button
              key={share}
              type="button"
              className={styles['fill']}
              onClick={() => onChange(format.field(Math.max(1, Math.floor(max * share))))}
            >
              {format.percent(share * BASIS_POINTS)}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

interface PriceFieldProps {
  readonly side: Side
  readonly price: string
  readonly currency: PriceCurrency
  readonly bestPrice: number
  /** Set if the popup has no other field to focus first. */
  readonly isFirst?: boolean
  readonly onPrice: (price: string) => void
  readonly onCurrency: (currency: PriceCurrency) => void
  readonly onBest: () => void
  /** Prices to queue at, one press each; none without other orders on this side. */
  readonly queuePrices?: QueuePrices | null
  readonly onCoins?: (price: number) => void
}

/** The price per item, in the denomination the player prefers. */
export function PriceField({
  side,
  price,
  currency,
  bestPrice,
  isFirst = false,
  queuePrices = null,
  ...on
}: PriceFieldProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const id = useId()
  const best = t(side === 'buy' ? 'trade.best_sell' : 'trade.best_buy', { price: format.price(bestPrice) })
  return (
    <div className={styles['field']}>
      <FieldHead id={id} label={t('trade.price')} fill={bestPrice > 0 ? best : undefined} onFill={on.onBest} />
      <div className={styles['joined']}>
        <AmountInput
          id={id}
          text={price}
          areDecimalsAllowed={currency !== 'coin'}
          required
          isFirst={isFirst}
          className={styles['input']}
          onText={on.onPrice}
        />
        <div className={styles['currencies']} role="radiogroup" aria-label={t('trade.currency')}>
          {PRICE_CURRENCIES.map((choice) => (
            <label key={choice} className={styles['currency']} title={t(`trade.currencies.${choice}`)}>
              <input
                type="radio"
                name={`${id}-currency`}
                className="visually-hidden"
                checked={choice === currency}
                onChange={() => on.onCurrency(choice)}
              />
              <Coin coin={choice} size={18} />
              <span className="visually-hidden">{t(`trade.currencies.${choice}`)}</span>
            </label>
          ))}
        </div>
      </div>
      {queuePrices !== null && on.onCoins !== undefined && (
        <QueueChoice side={side} prices={queuePrices} onChoose={on.onCoins} />
      )}
    </div>
  )
}

interface QueueChoiceProps {
  readonly side: Side
  readonly prices: QueuePrices
  readonly onChoose: (price: number) => void
}

/** Fills in the price of the first in line on the same side, or the one that comes before it. */
function QueueChoice({ side, prices: { match, first }, onChoose }: QueueChoiceProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  return (
    <fieldset className={styles['shares']} aria-label={t('trade.queue')}>
      <button type="button" className={styles['fill']} title={format.exact(match)} onClick={() => onChoose(match)}>
        {t('trade.match', { price: match < EXACT_BELOW ? format.exact(match) : format.price(match) })}
      </button>
      {first !== null && (
        <button type="button" className={styles['fill']} title={format.exact(first)} onClick={() => onChoose(first)}>
          {t(side === 'buy' ? 'trade.outbid' : 'trade.undercut')}
        </button>
      )}
    </fieldset>
  )
}
