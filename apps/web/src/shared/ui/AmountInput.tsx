import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { parseAmount } from '../format/parse-amount.ts'
import { useFormat } from '../format/use-format.ts'
import styles from './AmountInput.module.css'
import { classNames } from './class-names.ts'
import { pressedKey } from './keyboard.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

type InputProps = Pick<
  ComponentProps<'input'>,
  'id' | 'className' | 'disabled' | 'required' | 'placeholder' | 'aria-label' | 'aria-describedby' | 'aria-invalid'
>

interface AmountInputProps extends InputProps {
  readonly text: string
  readonly onText: (text: string) => void
  /** Whether decimals are allowed, as for prices in store coins. */
  readonly areDecimalsAllowed?: boolean
  readonly min?: number
  readonly max?: number | undefined
  /** Whether a popup opens with the focus on this field. */
  readonly isFirst?: boolean
}

/**
 * A field for amounts as people type them (see `parseAmount`), for forms that store the text. Arrows step by 1. On blur
 * an amount is formatted in the page's language; invalid text stays as typed.
 */
export function AmountInput({
  text,
  onText,
  areDecimalsAllowed = false,
  min = 1,
  max,
  isFirst = false,
  className,
  ...input
}: AmountInputProps) {
  const format = useFormat()
  const amount = parseAmount(text, areDecimalsAllowed)
  const isAmount = !Number.isNaN(amount)
  return (
    <input
      {...input}
      type="text"
      role="spinbutton"
      inputMode={areDecimalsAllowed ? 'decimal' : 'numeric'}
      autoComplete="off"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={isAmount ? amount : undefined}
      className={classNames(styles['input'], className)}
      value={text}
      data-initial-focus={isFirst || undefined}
      onFocus={({ target }) => target.select()}
      onBlur={() => {
        if (isAmount) onText(format.field(amount))
      }}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={(event) => {
        const step = STEPS[pressedKey(event)]
        if (step === undefined || !isAmount) return
        event.preventDefault()
        onText(format.field(Math.max(min, Math.min(amount + step, max ?? Number.MAX_SAFE_INTEGER))))
      }}
    />
  )
}

interface AmountFieldProps extends InputProps {
  /** Null while the field is empty or its text is not an amount. */
  readonly value: number | null
  readonly min?: number
  readonly max?: number | undefined
  readonly isFirst?: boolean
  /** Value of an empty field or invalid text; shown on blur. */
  readonly fallback?: number
  /** Called with null for an empty field, NaN for invalid text, and else with an amount within the limits. */
  readonly onChange: (amount: number | null) => void
}

/** A field for an integer amount. Amounts outside the limits are clamped; ambiguous text shows an error. */
export function AmountField({ value, onChange, min = 0, max, fallback, ...input }: AmountFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const write = (amount: number | null) => (isAmount(amount) ? format.field(amount) : '')
  const [typed, setTyped] = useState(() => ({ text: write(value), amount: value }))
  const meant = isAmount(typed.amount) ? typed.amount : (fallback ?? typed.amount)
  // The value's owner may set another one, such as the maximum.
  const isCurrent = value === meant || (!isAmount(value) && !isAmount(typed.amount))
  if (!isCurrent) setTyped({ text: write(value), amount: value })
  const change = (text: string) => {
    const parsed = text.trim() === '' ? null : parseAmount(text)
    const amount = isAmount(parsed) ? Math.max(min, Math.min(parsed, max ?? Number.MAX_SAFE_INTEGER)) : parsed
    setTyped({ text: amount === parsed || !isAmount(amount) ? text : write(amount), amount })
    const next = isAmount(amount) ? amount : (fallback ?? amount)
    if (!Object.is(next, meant)) onChange(next)
  }
  const isUnclear = Number.isNaN(typed.amount)
  return (
    <span
      className={styles['field']}
      onBlur={() => {
        if (fallback !== undefined && !isAmount(typed.amount)) setTyped({ text: write(fallback), amount: fallback })
      }}
    >
      <AmountInput
        {...input}
        text={typed.text}
        min={min}
        max={max}
        aria-invalid={isUnclear || input['aria-invalid']}
        onText={change}
      />
      <span role="alert" className={styles['problem']}>
        {isUnclear && t('amount.unclear')}
      </span>
    </span>
  )
}

function isAmount(amount: number | null): amount is number {
  return amount !== null && !Number.isNaN(amount)
}
