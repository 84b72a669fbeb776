import type { Direction, Notification } from '@clutch/economy'

/** Small numbers that stand for words in the tables. Stored: never renumber, only append. */
export const DIRECTION_CODES: Readonly<Record<Direction, number>> = { above: 0, below: 1 }

export function directionOf(code: number): Direction {
  return code === DIRECTION_CODES.above ? 'above' : 'below'
}

export const NOTIFICATION_KIND_CODES: Readonly<Record<Notification['kind'], number>> = { price_alert: 0, lot_filled: 1 }

export function notificationKindOf(code: number): Notification['kind'] {
  return code === NOTIFICATION_KIND_CODES.price_alert ? 'price_alert' : 'lot_filled'
}
