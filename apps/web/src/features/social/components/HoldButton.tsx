import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '#shared/ui/Button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import styles from './HoldButton.module.css'

/** Long enough that nobody does it by mistake. */
const HOLD_MS = 1_200
const KEYS = new Set(['Enter', ' '])

interface HoldButtonProps {
  readonly isPending: boolean
  readonly disabled: boolean
  readonly onHeld: () => void
  readonly children: ReactNode
}

/** A button that acts once it was held down for a while, with a pointer or a key. */
export function HoldButton({ isPending, disabled, onHeld, children }: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const release = () => {
    clearTimeout(timer.current)
    setHeld(false)
  }
  const press = () => {
    if (isPending || disabled || isHeld) return
    setHeld(true)
    timer.current = setTimeout(() => {
      setHeld(false)
      onHeld()
    }, HOLD_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Button
      look="accent"
      className={classNames(styles['hold'], isHeld && styles['held'])}
      style={{ '--hold-time': `${HOLD_MS}ms` }}
      isPending={isPending}
      disabled={disabled}
      onPointerDown={press}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onBlur={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!KEYS.has(event.key)) return
        event.preventDefault()
        if (!event.repeat) press()
      }}
      onKeyUp={release}
    >
      <span className={styles['label']}>{children}</span>
    </Button>
  )
}
