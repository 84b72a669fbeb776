import { Menu as Base } from '@base-ui/react/menu'
import { IconCheck } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './Menu.module.css'
import popups from './Popup.module.css'

interface MenuProps {
  /** The button that opened it. The menu is next to it, and the focus returns to it. */
  readonly opener: Element
  readonly label: string
  readonly onClose: () => void
  readonly className?: string | undefined
  readonly children: ReactNode
}

const GAP_PX = 6
const EDGE_PX = 8

/** An open menu. Its opener mounts it: pages have hundreds of menus, of which few are opened. */
export function Menu({ opener, label, onClose, className, children }: MenuProps) {
  return (
    <Base.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={opener}
          align="end"
          sideOffset={GAP_PX}
          collisionPadding={EDGE_PX}
          className={popups['place']}
        >
          <Base.Popup
            className={classNames(popups['popup'], styles['menu'], className)}
            aria-label={label}
            finalFocus={() => (opener instanceof HTMLElement ? opener : true)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  readonly onChoose: () => void
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function MenuItem({ onChoose, className, children }: MenuItemProps) {
  return (
    <Base.Item className={classNames(popups['item'], className)} onClick={() => onChoose()}>
      {children}
    </Base.Item>
  )
}

interface MenuLinkProps {
  /** The router's link, without content. */
  readonly link: ReactElement
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function MenuLink({ link, className, children }: MenuLinkProps) {
  return (
    <Base.LinkItem className={classNames(popups['item'], className)} render={link} closeOnClick>
      {children}
    </Base.LinkItem>
  )
}

interface MenuChoicesProps<Value> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly text: string; readonly lang?: string }[]
  readonly onChoose: (value: Value) => void
}

/** A group of which one choice is marked. */
export function MenuChoices<Value extends string>({ label, value, choices, onChoose }: MenuChoicesProps<Value>) {
  return (
    <Base.Group className={styles['group']}>
      <Base.GroupLabel className={styles['label']}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(chosen) => onChoose(chosen)}>
        {choices.map((choice) => (
          <Base.RadioItem
            key={choice.value}
            value={choice.value}
            lang={choice.lang}
            closeOnClick
            className={popups['item']}
          >
            {choice.text}
            <Base.RadioItemIndicator className={popups['check']}>
              <IconCheck size={16} aria-hidden="true" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}
