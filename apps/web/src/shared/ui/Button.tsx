import type { ComponentProps } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'plain' | 'accent' | 'buy' | 'sell' | 'quiet'
  readonly isPending?: boolean
  /** Disabled without losing the focus, for buttons that external events disable and enable. */
  readonly isOff?: boolean
  /** A quiet button that starts a line: its content is aligned with the text above, its hover outside of it. */
  readonly isFlush?: boolean
  /** A square icon button; give it an `aria-label`. */
  readonly isIcon?: boolean
}

/** A button that shows when its call is pending; further presses then do nothing. */
export function Button({
  look = 'plain',
  isPending = false,
  isOff = false,
  isIcon = false,
  isFlush = false,
  className,
  ...rest
}: ButtonProps) {
  const isIdle = isPending || isOff
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isPending || undefined}
      aria-disabled={isIdle || undefined}
      data-off={isOff || undefined}
      onClick={isIdle ? (event) => event.preventDefault() : rest.onClick}
      className={classNames(
        styles['button'],
        styles[look],
        isIcon && styles['icon'],
        isFlush && styles['flush'],
        isPending && styles['pending'],
        className,
      )}
    />
  )
}
