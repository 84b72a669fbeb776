export interface NoticeTables {
  watched_item: WatchedItemTable
  price_alert: PriceAlertTable
  notice: NoticeTable
  notice_mark: NoticeMarkTable
}

interface WatchedItemTable {
  user_id: string
  item_id: number
  watched_at_ms: number
}

/** Alerts that have not gone off. */
interface PriceAlertTable {
  alert_id: string
  user_id: string
  item_id: number
  side: number
  direction: number
  price: number
  created_at_ms: number
}

/** A notice's time is in its uuid; what an alert waited for stays with it, because the alert is gone. */
interface NoticeTable {
  user_id: string
  notice_id: string
  kind: number
  item_id: number
  side: number
  price: number
  count: number
  alert_direction: number | null
  alert_price: number | null
}

/** Up to where a player has read. */
interface NoticeMarkTable {
  user_id: string
  read_up_to: string
}
