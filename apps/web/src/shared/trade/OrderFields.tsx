import { PRICE_CURRENCIES, type PriceCurrency } from '@clutch/contract/constants'
import { useId, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import type { Side } from '../market/order-preview.ts'
import { Coin } from '../ui/Coin.tsx'
import styles from './OrderFields.module.css'

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/** Parts of what is possible that one press fills in. */
const SHARES = [0.25, 0.5, 1] as const
const BASIS_POINTS = 10_000

interface AmountInputProps {
  readonly id: string
  readonly value: string
  /** Whether the popup begins with it. */
  readonly isFirst: boolean
  readonly onChange: (value: string) => void
}

/**
 * A number typed as people write it: with separators, or shortened as in "1.5k", of which the browser's own field of
 * numbers would keep the 1. As in that, arrows step by 1.
 */
function AmountInput({ id, value, isFirst, onChange }: AmountInputProps) {
  const format = useFormat()
  const amount = format.parse(value)
  const step = (event: KeyboardEvent) => {
    const change = STEPS[event.key]
    if (change === undefined || Number.isNaN(amount)) return
    event.preventDefault()
    onChange(format.field(Math.max(1, amount + change)))
  }
  return (
    <input
      id={id}
      type="text"
      role="spinbutton"
      aria-valuemin={1}
      aria-valuenow={Number.isNaN(amount) ? undefined : amount}
      onKeyDown={step}
      inputMode="decimal"
      autoComplete="off"
      required
      value={value}
      className={styles['input']}
      data-initial-focus={isFirst || undefined}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface FieldHeadProps {
  readonly id: string
  readonly label: string
  /** What the button beside the label fills in; none when there is nothing to fill in. */
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

/** How many; the popup begins here. */
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
      <AmountInput id={id} value={value} isFirst onChange={onChange} />
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
  /** The popup has no other field to begin with. */
  readonly isFirst?: boolean
  readonly onPrice: (price: string) => void
  readonly onCurrency: (currency: PriceCurrency) => void
  readonly onBest: () => void
}

/** The price of one item, in the denomination the player likes to think in. */
export function PriceField({ side, price, currency, bestPrice, isFirst = false, ...on }: PriceFieldProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const id = useId()
  const best = t(side === 'buy' ? 'trade.best_sell' : 'trade.best_buy', { price: format.price(bestPrice) })
  return (
    <div className={styles['field']}>
      <FieldHead id={id} label={t('trade.price')} fill={bestPrice > 0 ? best : undefined} onFill={on.onBest} />
      <div className={styles['joined']}>
        <AmountInput id={id} value={price} isFirst={isFirst} onChange={on.onPrice} />
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
    </div>
  )
}
