import { Select as Base } from '@base-ui/react/select'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import popups from './Popup.module.css'
import styles from './Select.module.css'

export interface SelectChoice<Value> {
  readonly value: Value
  readonly text: string
}

interface SelectProps<Value> {
  /** Visible next to the field, or only its name. */
  readonly label: string
  readonly isLabelHidden?: boolean
  /** The label is above the field, as in forms, instead of to its left. */
  readonly isStacked?: boolean
  readonly value: Value
  readonly choices: readonly SelectChoice<Value>[]
  readonly onChange: (value: Value) => void
  readonly className?: string | undefined
  /** Follows the label, such as a hint. */
  readonly children?: ReactNode
}

const GAP_PX = 4
const EDGE_PX = 8

/** A choice of one of several values from a list. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { label, isLabelHidden = false, isStacked = false, value, choices, onChange, className, children } = props
  return (
    <Base.Root
      items={choices.map((choice) => ({ value: choice.value, label: choice.text }))}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onChange(next)
      }}
    >
      <span className={classNames(styles['field'], isStacked && styles['stacked'], className)}>
        {!isLabelHidden && <Base.Label className={styles['label']}>{label}</Base.Label>}
        <Base.Trigger className={styles['trigger']} aria-label={isLabelHidden ? label : undefined}>
          <Base.Value className={styles['value']} />
          <Base.Icon className={styles['icon']}>
            <IconChevronDown size={16} aria-hidden="true" />
          </Base.Icon>
        </Base.Trigger>
        {children}
      </span>
      <Base.Portal>
        <Base.Positioner
          sideOffset={GAP_PX}
          collisionPadding={EDGE_PX}
          alignItemWithTrigger={false}
          className={popups['place']}
        >
          <Base.Popup className={classNames(popups['popup'], styles['popup'])}>
            <Base.List className={styles['list']}>
              {choices.map((choice) => (
                <Base.Item key={choice.value} value={choice.value} className={popups['item']}>
                  <Base.ItemText>{choice.text}</Base.ItemText>
                  <Base.ItemIndicator className={popups['check']}>
                    <IconCheck size={16} aria-hidden="true" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
