import styles from './Badge.module.css'

/** Larger counts show as "99+". */
const BADGE_MAX = 99

/** Class of a button with a badge at its corner. */
export const BADGE_HOLDER = styles['holder']

/** A count at the corner of a button; the button's accessible name includes it. */
export function Badge({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span className={styles['badge']} aria-hidden="true">
      {badgeText(count)}
    </span>
  )
}

export function badgeText(count: number): string {
  return count > BADGE_MAX ? `${BADGE_MAX}+` : String(count)
}
