import type { CallBody } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { COMPENSATION_COINS_MAX, COMPENSATION_COUNT_MAX } from '@clutch/contract/constants'
import { wholeNumber } from '../item-change.ts'

/** The form's fields, as typed. */
export interface Entry {
  readonly whom: 'list' | 'filter'
  readonly list: string
  /** Dates, empty for any. */
  readonly activeSince: string
  readonly signedUpBefore: string
  readonly ownsItem: string
  readonly coins: string
  readonly items: readonly { readonly itemText: string; readonly countText: string }[]
}

export const NO_ITEM = { itemText: '', countText: '' }
export const NO_ENTRY: Entry = {
  whom: 'list',
  list: '',
  activeSince: '',
  signedUpBefore: '',
  ownsItem: '',
  coins: '',
  items: [NO_ITEM],
}

type Request = CallBody<'POST /admin/compensation/preview'>
/** Why a form is invalid, as the key of its text. */
export type EntryProblem = 'nobody' | 'nothing' | 'coins' | 'items' | 'filter'

/** Parses the form: the request, or the first problem in the form's order. */
export function toRequest(entry: Entry): Request | EntryProblem {
  const players = toPlayers(entry)
  if (typeof players === 'string') return players
  const coins = entry.coins.trim() === '' ? 0 : wholeNumber(entry.coins)
  if (coins === undefined || coins > COMPENSATION_COINS_MAX) return 'coins'
  const filled = entry.items.filter(({ itemText, countText }) => itemText.trim() !== '' || countText.trim() !== '')
  const items = filled.map(({ itemText, countText }) => ({
    item_id: wholeNumber(itemText) ?? 0,
    count: wholeNumber(countText) ?? 0,
  }))
  const isSound = items.every(({ item_id, count }) => item_id > 0 && count > 0 && count <= COMPENSATION_COUNT_MAX)
  if (!isSound) return 'items'
  if (coins === 0 && items.length === 0) return 'nothing'
  return { players, coins, items }
}

function toPlayers({ whom, list, ...filter }: Entry): Request['players'] | EntryProblem {
  if (whom === 'list') return list.trim() === '' ? 'nobody' : { kind: 'list', text: list }
  const ownsItem = filter.ownsItem.trim() === '' ? 0 : wholeNumber(filter.ownsItem)
  if (ownsItem === undefined) return 'filter'
  return {
    kind: 'filter',
    active_since: secondsOf(filter.activeSince),
    signed_up_before: secondsOf(filter.signedUpBefore),
    owns_item: ownsItem,
  }
}

/** Days are UTC (rules §0); 0 for none. */
function secondsOf(isoDate: string): number {
  const atMs = Date.parse(`${isoDate}T00:00:00Z`)
  return Number.isNaN(atMs) ? 0 : atMs / SECOND_MS
}
