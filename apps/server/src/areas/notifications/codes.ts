import type { Direction, Notification } from '@clutch/economy'

/** Stored codes: never renumber, only append. */
export const DIRECTION_CODES: Readonly<Record<Direction, number>> = { above: 0, below: 1 }

export function directionOf(code: number): Direction {
  return code === DIRECTION_CODES.above ? 'above' : 'below'
}

export const NOTIFICATION_KIND_CODES: Readonly<Record<Notification['kind'], number>> = {
  price_alert: 0,
  lot_filled: 1,
  craft_queue_ended: 2,
  factory_queue_ended: 3,
  support_grant: 4,
}

const NOTIFICATION_KINDS: readonly Notification['kind'][] = [
  'price_alert',
  'lot_filled',
  'craft_queue_ended',
  'factory_queue_ended',
  'support_grant',
]

/** @throws for an unknown code, which means that the table is damaged */
export function notificationKindOf(code: number): Notification['kind'] {
  const kind = NOTIFICATION_KINDS[code]
  if (kind === undefined) throw new Error(`Unknown notification kind ${code}`)
  return kind
}
