import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import styles from './Tooltip.module.css'

interface TooltipPopupProps {
  readonly anchor: Element
  readonly text: ReactNode
  /** Hovered: stays open. */
  readonly onHold: () => void
  readonly onLeave: () => void
  /** Closed by Escape or a press elsewhere. */
  readonly onClose: () => void
}

const GAP_PX = 6

/** The popup of a tooltip, which a `Tooltip` opens and closes. */
export function TooltipPopup({ anchor, text, onHold, onLeave, onClose }: TooltipPopupProps) {
  return (
    <Base.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={GAP_PX} className={styles['place']}>
          <Base.Popup className={styles['tooltip']} onPointerEnter={onHold} onPointerLeave={onLeave}>
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
