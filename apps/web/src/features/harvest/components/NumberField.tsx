import { useId } from 'react'
import styles from './NumberField.module.css'

interface NumberFieldProps {
  readonly label: string
  /** Names the field more closely to those who do not see where it stands. */
  readonly name?: string
  readonly hint?: string
  readonly value: number
  readonly max?: number
  /** Makes a number of whatever was typed. */
  readonly read: (text: string) => number
  readonly onChange: (value: number) => void
}

/** A whole number that is always one: what cannot be read is brought to the nearest that can. */
export function NumberField({ label, name = label, hint, value, max, read, onChange }: NumberFieldProps) {
  const hintId = useId()
  return (
    <label className={styles['field']}>
      <span>
        {label}{' '}
        {hint !== undefined && (
          <span id={hintId} className={styles['hint']}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={max}
        step={1}
        aria-label={name}
        aria-describedby={hint === undefined ? undefined : hintId}
        className={styles['input']}
        value={value}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          const next = read(target.value)
          onChange(next)
          // A field that keeps its value is not drawn again: what was typed beyond it must go all the same.
          if (next === value) target.value = String(next)
        }}
      />
    </label>
  )
}
