import type { PriceAlert as AlertAnswer } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import type { PriceAlert } from '@clutch/economy'
import type { ResponseTable } from '../../writer/area.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    watch_item: { item_id: number; is_watched: boolean }
    create_price_alert: { alert: AlertAnswer }
    delete_price_alert: { alert_id: string }
    trigger_price_alert: { alert_id: string }
    mark_notifications_read: { read_up_to: string }
  }
}

type Answered =
  | 'watch_item'
  | 'create_price_alert'
  | 'delete_price_alert'
  | 'trigger_price_alert'
  | 'mark_notifications_read'

export const notificationResponses: Pick<ResponseTable, Answered> = {
  watch_item: ({ itemId, isWatched }) => ({ item_id: itemId, is_watched: isWatched }),
  create_price_alert(_command, events) {
    for (const event of events) if (event.type === 'alert_created') return { alert: toAlertResponse(event.alert) }
    throw new Error('A price alert command produced no alert')
  },
  delete_price_alert: ({ alertId }) => ({ alert_id: alertId }),
  trigger_price_alert: ({ alertId }) => ({ alert_id: alertId }),
  mark_notifications_read: ({ upTo }) => ({ read_up_to: upTo }),
}

/** Converts a price alert to the contract's form. */
export function toAlertResponse({ id, itemId, side, direction, price, createdAtMs }: PriceAlert): AlertAnswer {
  return { alert_id: id, item_id: itemId, side, direction, price, created_at: toSeconds(createdAtMs) }
}
