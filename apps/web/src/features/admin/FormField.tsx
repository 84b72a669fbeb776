import { TEXT_MAX } from '@clutch/contract/constants'
import { useId, type ReactNode } from 'react'
import styles from './AdminPanel.module.css'

export interface FieldFrameProps {
  readonly label: string
  /** Meaning of the typed value, such as an id's item. */
  readonly hint?: string
  /** The field's error; empty if valid. */
  readonly problem?: string
  /** Id of an error shown elsewhere, for several fields together. */
  readonly problemId?: string | undefined
}

interface FieldProps extends FieldFrameProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isWholeNumber?: boolean
  readonly maxLength?: number
  /** Focused first when a popup opens. */
  readonly isFirst?: boolean
}

/** What connects an input with its label, hint and error. */
interface FieldAttributes {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string
}

interface FrameProps extends FieldFrameProps {
  /** The input. */
  readonly children: (attributes: FieldAttributes) => ReactNode
}

/** Label, hint and error of an input. Hint and error describe it and are not part of its name. */
export function FieldFrame({ label, hint = '', problem = '', problemId, children }: FrameProps) {
  const id = useId()
  return (
    <div className={styles['entry']}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': problem !== '' || undefined,
        'aria-describedby': [`${id}-hint`, problemId ?? `${id}-problem`].join(' '),
      })}
      <span id={`${id}-hint`} className={styles['hint']}>
        {hint}
      </span>
      <span id={`${id}-problem`} role="alert" className={styles['problem']}>
        {problem}
      </span>
    </div>
  )
}

/** A labelled text field of the console. */
export function FormField({ value, onChange, isWholeNumber = false, isFirst, maxLength, ...frame }: FieldProps) {
  return (
    <FieldFrame {...frame}>
      {(attributes) => (
        <input
          {...attributes}
          className={styles['input']}
          value={value}
          inputMode={isWholeNumber ? 'numeric' : undefined}
          autoComplete="off"
          maxLength={maxLength}
          data-initial-focus={isFirst}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FieldFrame>
  )
}

type ReasonFieldProps = Pick<FieldProps, 'label' | 'value' | 'onChange' | 'problem' | 'isFirst'>

/** The reason of an operator's action, shown in the log and sometimes to players. */
export function ReasonField(props: ReasonFieldProps) {
  return <FormField {...props} maxLength={TEXT_MAX} />
}
