import { Radio } from '@base-ui/react/radio'
import { RadioGroup as Base } from '@base-ui/react/radio-group'
import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './RadioGroup.module.css'

interface RadioGroupProps<Value> {
  readonly label: ReactNode
  readonly isLabelHidden?: boolean
  /** Choices as pills side by side, or one per line with a dot. */
  readonly look?: 'pills' | 'lines'
  /** Null while nothing is chosen. */
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  readonly isDisabled?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A choice of one of a few values that are all in sight; arrow keys move between them. */
export function RadioGroup<Value extends string | number>(props: RadioGroupProps<Value>) {
  const { label, isLabelHidden = false, look = 'lines', value, onChange, isDisabled = false } = props
  const labelId = useId()
  return (
    <Base
      className={classNames(styles[look], props.className)}
      aria-labelledby={labelId}
      value={value}
      disabled={isDisabled}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange(chosen)
      }}
    >
      <span id={labelId} className={isLabelHidden ? 'visually-hidden' : styles['label']}>
        {label}
      </span>
      {props.children}
    </Base>
  )
}

interface RadioOptionProps<Value> {
  readonly value: Value
  /** The name, if the content is not enough. */
  readonly name?: string
  readonly title?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** One choice of a `RadioGroup`; all of it can be pressed. */
export function RadioOption<Value>({ value, name, title, className, children }: RadioOptionProps<Value>) {
  return (
    <Radio.Root value={value} aria-label={name} title={title} className={classNames(styles['option'], className)}>
      <span className={styles['dot']} aria-hidden="true" />
      {children}
    </Radio.Root>
  )
}
