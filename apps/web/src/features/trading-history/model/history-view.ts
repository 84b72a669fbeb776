import { MARKET_HISTORY_TYPES, type MarketHistoryType } from '@clutch/contract/constants'

/** What of the trading history is shown, as the address carries it. */
export interface HistoryView {
  readonly section: 'orders' | 'profit'
  /** The last order of the page before; undefined on the first page. */
  readonly lastUuid: string | undefined
  /** Empty for all. */
  readonly types: readonly MarketHistoryType[]
  readonly itemId: number | null
}

const TYPE_SEPARATOR = ','
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export function readHistoryView(search: Readonly<Record<string, unknown>>): HistoryView {
  const types = textOf(search['types']).split(TYPE_SEPARATOR)
  const itemId = Number(textOf(search['item']))
  const lastUuid = textOf(search['last_uuid'])
  return {
    section: search['view'] === 'profit' ? 'profit' : 'orders',
    lastUuid: UUID.test(lastUuid) ? lastUuid : undefined,
    types: MARKET_HISTORY_TYPES.filter((type) => types.includes(type)),
    itemId: Number.isInteger(itemId) && itemId > 0 ? itemId : null,
  }
}

/** Only what differs from the default first page is in the URL. */
export function writeHistoryView(view: HistoryView): Record<string, string> {
  return {
    ...(view.section === 'profit' && { view: view.section }),
    ...(view.types.length > 0 && { types: view.types.join(TYPE_SEPARATOR) }),
    ...(view.itemId !== null && { item: String(view.itemId) }),
    ...(view.lastUuid !== undefined && { last_uuid: view.lastUuid }),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
