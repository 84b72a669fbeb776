import { TEXT_MAX } from '@clutch/contract/constants'
import { useId } from 'react'
import styles from './AdminPanel.module.css'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Meaning of the typed value, such as an id's item. */
  readonly hint?: string
  /** The field's error; empty if valid. */
  readonly problem?: string
  /** Id of an error shown elsewhere, for several fields together. */
  readonly problemId?: string
  readonly isWholeNumber?: boolean
  readonly maxLength?: number
  /** Focused first when a popup opens. */
  readonly isFirst?: boolean
}

/** A labelled field of the console. Hint and error describe it and are not part of its name. */
export function FormField(props: FieldProps) {
  const {
    label,
    value,
    onChange,
    hint = '',
    problem = '',
    problemId,
    isWholeNumber = false,
    isFirst,
    maxLength,
  } = props
  const id = useId()
  return (
    <div className={styles['entry']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles['input']}
        value={value}
        inputMode={isWholeNumber ? 'numeric' : undefined}
        autoComplete="off"
        maxLength={maxLength}
        data-initial-focus={isFirst}
        aria-invalid={problem !== '' || undefined}
        aria-describedby={[`${id}-hint`, problemId ?? `${id}-problem`].join(' ')}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={`${id}-hint`} className={styles['hint']}>
        {hint}
      </span>
      <span id={`${id}-problem`} role="alert" className={styles['problem']}>
        {problem}
      </span>
    </div>
  )
}

type ReasonFieldProps = Pick<FieldProps, 'label' | 'value' | 'onChange' | 'problem' | 'isFirst'>

/** The reason of an operator's action, shown in the log and sometimes to players. */
export function ReasonField(props: ReasonFieldProps) {
  return <FormField {...props} maxLength={TEXT_MAX} />
}
