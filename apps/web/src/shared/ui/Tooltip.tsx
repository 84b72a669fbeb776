import {
  cloneElement,
  Suspense,
  useEffect,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { lazyChunk } from '../loading/lazy-chunk.tsx'

const TooltipPopup = lazyChunk(async () => (await import('./TooltipPopup.tsx')).TooltipPopup)

interface TooltipProps {
  /** The tooltip's text; the element must also convey it to users who cannot hover. */
  readonly text: ReactNode
  readonly delayMs: number
  /** The one element that it belongs to. */
  readonly children: ReactElement<TriggerProps>
}

/** Event handlers of the element. */
interface TriggerProps {
  readonly onPointerEnter?: (event: PointerEvent) => void
  readonly onPointerLeave?: () => void
  readonly onPointerDown?: () => void
  readonly onFocus?: (event: FocusEvent) => void
  readonly onBlur?: () => void
}

/** Long enough to move from the element to the tooltip. */
const LEAVE_MS = 100
const NOTHING = { anchor: null, afterMs: 0 }

/**
 * A tooltip, shown after a delay on hover or keyboard focus. Pages have hundreds, of which few are opened: until then
 * an element only listens.
 */
export function Tooltip({ text, delayMs, children }: TooltipProps) {
  const [shown, setShown] = useState<Element | null>(null)
  const [wanted, want] = useState<{ readonly anchor: Element | null; readonly afterMs: number }>(NOTHING)
  useEffect(() => {
    const timer = setTimeout(() => setShown(wanted.anchor), wanted.afterMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const leave = () => want({ anchor: null, afterMs: LEAVE_MS })
  const close = () => want(NOTHING)
  const listening: TriggerProps = {
    onPointerEnter: ({ pointerType, currentTarget }) => {
      if (pointerType !== 'touch') want({ anchor: currentTarget, afterMs: delayMs })
    },
    onPointerLeave: leave,
    onPointerDown: close,
    onFocus: ({ currentTarget }) => {
      if (currentTarget.matches(':focus-visible')) want({ anchor: currentTarget, afterMs: 0 })
    },
    onBlur: close,
  }
  return (
    <>
      {cloneElement(children, listening)}
      {shown !== null && (
        <Suspense>
          <TooltipPopup
            anchor={shown}
            text={text}
            onHold={() => want({ anchor: shown, afterMs: 0 })}
            onLeave={leave}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
