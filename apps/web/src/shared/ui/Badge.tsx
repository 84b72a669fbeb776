import styles from './Badge.module.css'

/** A badge says that there are many, not how many exactly. */
const BADGE_MAX = 99

/** Stands around a button that has a badge at its corner. */
export const BADGE_HOLDER = styles['holder']

/** How many of something wait, at the corner of its button; the button's name says it to those who listen. */
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
