import type { ComponentProps } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'plain' | 'accent' | 'buy' | 'sell' | 'quiet'
  readonly isPending?: boolean
  /** Does nothing for now, but keeps the focus of whoever stands on it: what turns it off and on comes from elsewhere. */
  readonly isOff?: boolean
  /** A square button that shows a picture only; give it an `aria-label`. */
  readonly isIcon?: boolean
}

/** A button that shows when its call is under way; pressing it again then does nothing. */
export function Button({
  look = 'plain',
  isPending = false,
  isOff = false,
  isIcon = false,
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
        isPending && styles['pending'],
        className,
      )}
    />
  )
}
