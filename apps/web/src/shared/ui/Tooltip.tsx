import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import styles from './Tooltip.module.css'

interface TooltipProps {
  /** What it says; the element itself must say it, too, to those who do not point. */
  readonly text: ReactNode
  readonly delayMs: number
  /** The one element that it belongs to. */
  readonly children: ReactElement
}

const GAP_PX = 6

/** A word more about an element, shown a while after somebody points at it or focuses it. */
export function Tooltip({ text, delayMs, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger delay={delayMs} render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={GAP_PX} className={styles['place']}>
          <Base.Popup className={styles['tooltip']}>{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
