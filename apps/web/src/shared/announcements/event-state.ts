export type EventState = 'upcoming' | 'running' | 'over'

interface EventDates {
  readonly starts_on: string | null
  readonly ends_on: string | null
}

/**
 * Whether an event runs on a day; null if it has no dates. The first and the last day are included; all days are UTC.
 */
export function eventState({ starts_on, ends_on }: EventDates, today: string): EventState | null {
  if (starts_on === null && ends_on === null) return null
  if (starts_on !== null && today < starts_on) return 'upcoming'
  if (ends_on !== null && today > ends_on) return 'over'
  return 'running'
}

/** Today as an ISO date, UTC. */
export function isoToday(now: Date): string {
  return now.toISOString().slice(0, ISO_DATE_LENGTH)
}

const ISO_DATE_LENGTH = 10
