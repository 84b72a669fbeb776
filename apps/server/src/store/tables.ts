/** Sides and operation kinds are stored as their small codes; times in milliseconds since 1970. */
export interface EconomyTables {
  player: PlayerTable
  balance: BalanceTable
  ledger_line: LedgerLineTable
  lot: LotTable
  market_record: MarketRecordTable
  item_total: ItemTotalTable
  price_bucket: PriceBucketTable
  last_trade: LastTradeTable
  command_outcome: CommandOutcomeTable
  outbox: OutboxTable
  due_work: DueWorkTable
  writer_state: WriterStateTable
  demo_state: DemoStateTable
}

interface PlayerTable {
  user_id: string
  steam_id: string
  name: string
  lang: string
  created_at_ms: number
}

/** `user_id` is the nil uuid for the world; asset 0 is the coin. */
interface BalanceTable {
  user_id: string
  asset: number
  free: number
  held: number
}

/** One line of an operation; its time is in the operation's uuid. */
interface LedgerLineTable {
  user_id: string
  operation_id: string
  asset: number
  kind: number
  change: number
  balance_after: number
  cause_id: string | null
}

/** Open lots only; what became of the others is in `market_record`. */
interface LotTable {
  lot_id: string
  owner_id: string
  item_id: number
  side: number
  price: number
  count: number
  open_count: number
  preferred_currency: string
  preferred_price: number
  created_at_ms: number
}

interface MarketRecordTable {
  user_id: string
  record_id: string
  item_id: number
  type: number
  price: number
  count: number
  lot_id: string | null
  lot_created_at_ms: number
}

/** What a player bought and sold of an item in all, in items and coins: the sums of `market_record`. */
interface ItemTotalTable {
  user_id: string
  item_id: number
  bought_count: number
  bought_total: number
  sold_count: number
  sold_total: number
}

/** Trades summed per hour and per day; weeks and months are sums of days. */
interface PriceBucketTable {
  item_id: number
  span: number
  side: number
  start_sec: number
  total_price: number
  total_quantity: number
}

interface LastTradeTable {
  item_id: number
  price: number
  count: number
  at_ms: number
}

/** What a command with an idempotency key answered the first time. */
interface CommandOutcomeTable {
  owner_id: string
  key: string
  request_hash: string
  outcome: unknown
  at_ms: number
}

/** Messages to the bus that were committed with their cause and not yet seen published. */
interface OutboxTable {
  message_id: number
  message: unknown
}

interface DueWorkTable {
  work_id: string
  due_at_ms: number
  kind: string
  payload: unknown
}

interface WriterStateTable {
  id: number
  /** Time never runs backwards for the writer, whatever the clock of the machine does. */
  last_at_ms: number
}

/** One row once a demo world was begun; a server that dies before it is complete begins it anew. */
interface DemoStateTable {
  id: number
  seed: string
  is_complete: boolean
}
