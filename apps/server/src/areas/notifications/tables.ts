declare module '../../store/database.ts' {
  interface Database {
    watched_item: WatchedItemTable
    price_alert: PriceAlertTable
    notification: NotificationTable
    notification_mark: NotificationMarkTable
  }
}

export interface WatchedItemTable {
  user_id: string
  item_id: number
  watched_at_ms: number
}

/** Alerts that have not triggered. */
interface PriceAlertTable {
  alert_id: string
  user_id: string
  item_id: number
  side: number
  direction: number
  price: number
  created_at_ms: number
}

/** The uuid carries the time. The alert's terms are copied here because the alert is deleted once it triggers. */
interface NotificationTable {
  user_id: string
  notification_id: string
  kind: number
  item_id: number | null
  side: number | null
  price: number
  count: number
  recipe_id: number | null
  coins: number
  alert_direction: number | null
  alert_price: number | null
}

/** The last notification that a player has read. */
interface NotificationMarkTable {
  user_id: string
  read_up_to: string
}
