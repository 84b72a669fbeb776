import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, cursorUuid, itemId, unixSeconds, uuid } from '../bounds.ts'

/** An item amount as in craft, factory and harvest responses (document 2 §3). */
export const itemQuantity = z.object({ item_id: itemId, quantity: amount })

/** Cursor of a history page: the last entry of the previous page, or the end of a day (document 2 §7). */
export const jobCursor = z
  .object({
    last_process_date: unixSeconds.nullish(),
    last_id: cursorUuid,
    is_prev: z.boolean().default(false),
  })
  .prefault({})

/** Cancels an entry that has not started. */
export const jobCancel = z.object({ id: uuid })

export const jobCancelled = z.object({ id: uuid, returned_items: z.array(itemQuantity) })

/** Errors shared by craft and factory queues. */
export const productionContract = {
  calls: {},
  errors: {
    job_not_found: { status: 404, message: 'Queue entry not found' },
    queue_full: { status: 409, message: 'At most {max} entries can wait in the queue' },
    craft_not_cancellable: { status: 409, message: 'Only entries that have not started can be cancelled' },
  },
} as const satisfies ContractArea

/** The JSON document of a history entry (document 2 §3). */
export interface JobDocument {
  readonly new_items: readonly { readonly item_id: number; readonly quantity: number }[]
  readonly returned_items: readonly { readonly item_id: number; readonly quantity: number }[]
}
