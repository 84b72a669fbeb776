import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Checkbox.module.css'
import { classNames } from './class-names.ts'

interface MarkProps {
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly isDisabled?: boolean
  readonly className?: string | undefined
  /** The visible label, part of the press area. */
  readonly children?: ReactNode
}

interface CheckboxProps extends MarkProps {
  /** The name where no label is visible, or where the label says too little. */
  readonly name?: string
  /** Some but not all of a list are checked. */
  readonly isMixed?: boolean
}

/** A checkbox, with its label to the right if it has children. */
export function Checkbox({ name, isMixed = false, ...props }: CheckboxProps) {
  const { isChecked, onChange, isDisabled = false, className, children } = props
  const box = (
    <Base.Root
      className={styles['box']}
      aria-label={name}
      checked={isChecked}
      indeterminate={isMixed}
      disabled={isDisabled}
      onCheckedChange={(checked) => onChange(checked)}
    >
      <Base.Indicator className={styles['mark']}>
        {isMixed ? <IconMinus size={14} stroke={3} /> : <IconCheck size={14} stroke={3} />}
      </Base.Indicator>
    </Base.Root>
  )
  if (children === undefined) return box
  return (
    <label className={classNames(styles['label'], className)}>
      {box}
      {children}
    </label>
  )
}

/** A setting that is on or off and applies at once. */
export function Switch({ isChecked, onChange, isDisabled = false, className, children }: MarkProps) {
  return (
    <label className={classNames(styles['label'], className)}>
      <BaseSwitch.Root
        className={styles['track']}
        checked={isChecked}
        disabled={isDisabled}
        onCheckedChange={(checked) => onChange(checked)}
      >
        <BaseSwitch.Thumb className={styles['thumb']} />
      </BaseSwitch.Root>
      {children}
    </label>
  )
}
