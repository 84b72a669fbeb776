import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useDebounced } from '#shared/timing/debounce.ts'
import { useState } from 'react'
import type { FlipView } from '../model/flip-view.ts'
import styles from './FlipFilters.module.css'

/** Typing is shown at once; the list follows after this pause. */
const DEBOUNCE = { delayMs: 200 }
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
  const [text, setText] = useState(value === null ? '' : format.field(value))
  const [shownValue, setShownValue] = useState(value)
  const typed = text.trim() === '' ? null : format.parse(text)
  if (shownValue !== value) {
    setShownValue(value)
    if (value !== typed) setText(value === null ? '' : format.field(value))
  }
  const isWrong = typed !== null && !(typed > 0)
  const tell = useDebounced(() => {
    if (!isWrong && typed !== value) onChange(typed)
  }, DEBOUNCE)
  return (
    <label className={styles['field']}>
      {label}
      <input
        inputMode="decimal"
        autoComplete="off"
        value={text}
        aria-invalid={isWrong}
        onChange={(event) => {
          setText(event.target.value)
          tell.request()
        }}
      />
    </label>
  )
}
