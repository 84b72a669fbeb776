import { Popover as Base } from '@base-ui/react/popover'
import { useRef, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import popups from './Popup.module.css'
import { isOnToasts } from './toast-store.ts'

interface PopoverProps {
  /** The button that opened it; pressing it again closes the panel. */
  readonly opener: Element
  readonly label: string
  readonly align?: 'start' | 'center' | 'end'
  readonly onClose: () => void
  readonly className?: string | undefined
  readonly children: ReactNode
}

const GAP_PX = 6
const EDGE_PX = 8

/** An open panel next to its opener, which mounts it. The page stays usable; a press elsewhere or Escape closes it. */
export function Popover({ opener, label, align = 'end', onClose, className, children }: PopoverProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open
      onOpenChange={(isOpen, { event, reason }) => {
        // The opener's own press handler closes the panel.
        const isOnOpener = reason === 'outside-press' && event.target instanceof Node && opener.contains(event.target)
        if (!isOpen && !isOnOpener && !isOnToasts(event.target)) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={opener}
          align={align}
          sideOffset={GAP_PX}
          collisionPadding={EDGE_PX}
          className={popups['place']}
        >
          <Base.Popup
            ref={popup}
            className={classNames(popups['popup'], className)}
            aria-label={label}
            initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-initial-focus]') ?? true}
            finalFocus={() => (opener instanceof HTMLElement ? opener : true)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
