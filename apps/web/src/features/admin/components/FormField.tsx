import { TEXT_MAX } from '@clutch/contract/constants'
import { useId } from 'react'
import styles from '../AdminPanel.module.css'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** What was typed stands for, such as the item of an id. */
  readonly hint?: string
  /** What is wrong with it; empty when nothing is. */
  readonly problem?: string
  /** The id of a problem that stands elsewhere, for several fields together. */
  readonly problemId?: string
  readonly isWholeNumber?: boolean
  readonly maxLength?: number
  /** Where a popup begins. */
  readonly isFirst?: boolean
}

/** A labelled line of a form of the console. What stands below it describes it, and is no part of its name. */
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

/** Why an operator does something, as the log and sometimes players read it. */
export function ReasonField(props: ReasonFieldProps) {
  return <FormField {...props} maxLength={TEXT_MAX} />
}
