import type { InventoryOperation, Language } from '@clutch/contract'
import { COINS } from '@clutch/economy'
import type { Context } from '../../context.ts'
import { BYTE_ORDER_MARK, createCsvRow, type CsvRow, isoTime } from '../../http/csv.ts'
import { readInventoryHistory } from './history-queries.ts'

/** Operations per read; the next page is read once the client has consumed the previous one. */
const EXPORT_PAGE_SIZE = 1_000
const HEADER = ['uuid', 'time', 'kind', 'item_id', 'item', 'change', 'after', 'cause', 'cause_id'] as const
const COIN_NAME = 'Surprise coin'

/** Every change of a player's inventory as CSV, newest first: one line per item, and one for coins (item 0). */
export async function* exportInventoryHistory(
  context: Context,
  userId: string,
  language: Language,
): AsyncGenerator<string, void> {
  const csvRow = createCsvRow(language)
  yield BYTE_ORDER_MARK + csvRow(HEADER)
  let lastUuid: string | undefined
  for (;;) {
    const which = { lastUuid, itemId: undefined, assets: 'all', limit: EXPORT_PAGE_SIZE } as const
    const page = await readInventoryHistory(context, userId, which)
    if (page.length > 0) yield page.map((operation) => linesOf(context, operation, language, csvRow)).join('')
    if (page.length < EXPORT_PAGE_SIZE) return
    lastUuid = page.at(-1)?.uuid
  }
}

function linesOf({ pack }: Context, operation: InventoryOperation, language: Language, csvRow: CsvRow): string {
  const { uuid, created_at, operation_code, list, coins, cause } = operation
  const changes = [...(coins === null ? [] : [{ item_id: COINS, ...coins }]), ...list]
  return changes
    .map(({ item_id: itemId, count, new_count }) => {
      const name = itemId === COINS ? COIN_NAME : (pack.itemById.get(itemId)?.names[language] ?? `Item #${itemId}`)
      const why = [cause?.type ?? '', cause?.id ?? '']
      return csvRow([uuid, isoTime(created_at), operation_code, itemId, name, count, new_count, ...why])
    })
    .join('')
}
