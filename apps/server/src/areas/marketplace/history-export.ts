import type { Language, LotHistoryEntry } from '@clutch/contract'
import type { Context } from '../../context.ts'
import { BYTE_ORDER_MARK, createCsvRow, isoTime } from '../../http/csv.ts'
import { readLotHistory } from './lot-history.ts'

/** Entries per page; the next page is read when the client has received the previous one. */
const EXPORT_PAGE_SIZE = 1_000
const HEADER = [
  'uuid',
  'time',
  'type',
  'item_id',
  'item',
  'count',
  'price',
  'gross',
  'fee',
  'net',
  'currency',
  'lot_created_at',
] as const

/** A player's trading history as CSV, newest first, with item names, separators and decimals of one language. */
export async function* exportLotHistory(
  context: Context,
  userId: string,
  language: Language,
): AsyncGenerator<string, void> {
  const csvRow = createCsvRow(language)
  yield BYTE_ORDER_MARK + csvRow(HEADER)
  let last_uuid: string | undefined
  for (;;) {
    const page = await readLotHistory(context, userId, { last_uuid, is_prev: false, limit: EXPORT_PAGE_SIZE })
    if (page.length > 0) yield page.map((entry) => csvRow(cellsOf(context, entry, language))).join('')
    if (page.length < EXPORT_PAGE_SIZE) return
    last_uuid = page.at(-1)?.uuid
  }
}

function cellsOf({ pack }: Context, entry: LotHistoryEntry, language: Language): (string | number)[] {
  const { item_type_id: itemId, count, price } = entry
  return [
    entry.uuid,
    isoTime(entry.created_at),
    entry.type,
    itemId,
    pack.itemById.get(itemId)?.names[language] ?? `Item #${itemId}`,
    count,
    price,
    price * count,
    entry.fee,
    price * count - entry.fee,
    entry.currency,
    isoTime(entry.lot_created_at),
  ]
}
