import styles from './Badge.module.css'

/** Larger counts show as "99+". */
const BADGE_MAX = 99
/** Larger counts are a dot at an icon, where two digits would hide it. */
const DIGITS_MAX = 9

/** Class of an icon button with a badge. */
export const BADGE_HOLDER = styles['holder']

/** A count at the corner of a button's icon; the button's accessible name includes it. */
export function Badge({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span className={styles['badge']} aria-hidden="true">
      {count > DIGITS_MAX ? '' : count}
    </span>
  )
}

export function badgeText(count: number): string {
  return count > BADGE_MAX ? `${BADGE_MAX}+` : String(count)
}
