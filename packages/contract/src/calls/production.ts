import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, cursorUuid, itemId, unixSeconds, uuid } from '../bounds.ts'

/** An item and how many of it, as history and answers of craft, factory and harvest name it (document 2 §3). */
export const itemQuantity = z.object({ item_id: itemId, quantity: amount })

/** Where a page of a history begins: the last entry of the page before it, or the end of a day (document 2 §7). */
export const jobCursor = z
  .object({
    last_process_date: unixSeconds.nullish(),
    last_id: cursorUuid,
    is_prev: z.boolean().default(false),
  })
  .prefault({})

/** Takes back an entry that has not begun. */
export const jobCancel = z.object({ id: uuid })

export const jobCancelled = z.object({ id: uuid, returned_items: z.array(itemQuantity) })

/** What craft and factory refuse alike: their jobs wait in queues of one kind. */
export const productionContract = {
  calls: {},
  errors: {
    job_not_found: { status: 404, message: 'Queue entry not found' },
    queue_full: { status: 409, message: 'At most {max} entries may wait in the queue' },
    craft_not_cancellable: { status: 409, message: 'Only entries that have not begun can be cancelled' },
  },
} as const satisfies ContractArea

/** What one unit of history tells as JSON inside a text (document 2 §3). */
export interface JobDocument {
  readonly new_items: readonly { readonly item_id: number; readonly quantity: number }[]
  readonly returned_items: readonly { readonly item_id: number; readonly quantity: number }[]
}
