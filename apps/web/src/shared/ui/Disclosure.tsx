import { Collapsible } from '@base-ui/react/collapsible'
import { IconChevronRight } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './Disclosure.module.css'

interface DisclosureProps {
  /** Always visible; pressing it shows or hides the content. */
  readonly summary: ReactNode
  /** Until the player decides otherwise, and again when it changes. */
  readonly isOpenByDefault?: boolean
  readonly onToggle?: (isOpen: boolean) => void
  /** Wraps the summary in a heading of a section. */
  readonly isHeading?: boolean
  readonly className?: string | undefined
  readonly summaryClassName?: string | undefined
  readonly children: ReactNode
}

/** Content that can be folded away. The browser's search in the page finds folded content, too, and unfolds it. */
export function Disclosure(props: DisclosureProps) {
  const { summary, isOpenByDefault = false, onToggle, isHeading = false, className, summaryClassName, children } = props
  const [isOpen, setOpen] = useState(isOpenByDefault)
  const [lastDefault, setLastDefault] = useState(isOpenByDefault)
  if (lastDefault !== isOpenByDefault) {
    setLastDefault(isOpenByDefault)
    setOpen(isOpenByDefault)
  }
  const trigger = (
    <Collapsible.Trigger className={classNames(styles['summary'], summaryClassName)}>
      <IconChevronRight size={16} aria-hidden="true" className={styles['chevron']} />
      {summary}
    </Collapsible.Trigger>
  )
  return (
    <Collapsible.Root
      // What a `details` element is; the part renders a `div`.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      data-disclosure
      className={className}
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next)
        onToggle?.(next)
      }}
    >
      {isHeading ? <h3 className={styles['heading']}>{trigger}</h3> : trigger}
      <Collapsible.Panel hiddenUntilFound>{children}</Collapsible.Panel>
    </Collapsible.Root>
  )
}
