import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Button } from '#shared/ui/Button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import styles from './HoldButton.module.css'

/** Long enough that nobody does it by mistake. */
const HOLD_MS = 1_200
const KEYS = new Set(['Enter', ' '])

interface HoldButtonProps {
  readonly isPending: boolean
  readonly isOff: boolean
  readonly onHeld: () => void
  readonly children: ReactNode
}

/**
 * A button that acts once it was held down for a while, with a pointer or a key, unless it is off at that moment. News
 * that is overtaken at once may turn it off in between: that alone does not let go of it.
 */
export function HoldButton({ isPending, isOff, onHeld, children }: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false)
  const press = () => setHeld(!isPending && !isOff)
  const release = () => setHeld(false)
  const finish = useEffectEvent(() => {
    setHeld(false)
    if (!isPending && !isOff) onHeld()
  })
  useEffect(() => {
    if (!isHeld) return undefined
    const timer = setTimeout(finish, HOLD_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  return (
    <Button
      look="accent"
      className={classNames(styles['hold'], isHeld && styles['held'])}
      style={{ '--hold-time': `${HOLD_MS}ms` }}
      isPending={isPending}
      isOff={isOff}
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
