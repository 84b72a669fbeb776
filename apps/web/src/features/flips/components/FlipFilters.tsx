import { useTranslation } from 'react-i18next'
import { parseAmount } from '#shared/format/parse-amount.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { AmountInput } from '#shared/ui/AmountInput.tsx'
import { useTypedText } from '#shared/ui/use-typed-text.ts'
import type { FlipView } from '../model/flip-view.ts'
import styles from './FlipFilters.module.css'

const FIELDS = ['minGainPercent', 'minVolume', 'maxPrice'] as const

interface FlipFiltersProps {
  readonly view: FlipView
  readonly onChange: (change: Partial<FlipView>) => void
}

/** How much a flip has to gain, how busy its item has to be, and how dear it may be. */
export function FlipFilters({ view, onChange }: FlipFiltersProps) {
  const { t } = useTranslation('flips')
  return (
    <fieldset className={styles['filters']} aria-label={t('filters.label')}>
      {FIELDS.map((field) => (
        <AmountField
          key={field}
          label={t(`filters.${field}`)}
          value={view[field]}
          onChange={(amount) => onChange({ [field]: amount })}
        />
      ))}
    </fieldset>
  )
}

interface AmountFieldProps {
  readonly label: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

/** Takes an amount as it is typed in the language, with k and m too; empty narrows nothing. */
function AmountField({ label, value, onChange }: AmountFieldProps) {
  const format = useFormat()
  const [text, type] = useTypedText({
    value,
    read: (typed) => (isWrong(amountOf(typed)) ? undefined : amountOf(typed)),
    write: (amount) => (amount === null ? '' : format.field(amount)),
    onChange,
  })
  return (
    <label className={styles['field']}>
      {label}
      <AmountInput text={text} areDecimalsAllowed min={0} aria-invalid={isWrong(amountOf(text))} onText={type} />
    </label>
  )
}

function amountOf(text: string): number | null {
  return text.trim() === '' ? null : parseAmount(text, true)
}

function isWrong(amount: number | null): boolean {
  return amount !== null && !(amount > 0)
}
