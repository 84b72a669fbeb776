import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { cursorUuid, text, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { ITEM_ID_MAX } from '../constants.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { steamId } from './admin.ts'
import { consoleCall } from './console-call.ts'
import { ledgerOperation } from './console.ts'

const KIND_MAX = 40

/** An operation with its player. */
export const ledgerEntry = ledgerOperation.extend({
  user_uuid: uuid,
  steam_id: steamId,
  name: z.string(),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

const common = {
  ...consoleCall,
  access: OPERATOR_ACTIONS['ledger.read'],
  action: 'ledger.read',
  rateLimit: RATE_LIMITS.heavyRead,
} as const

export const ledgerContract = {
  calls: {
    'POST /admin/ledger': {
      ...common,
      summary: 'Operations of all players, newest first, by player, item, kind and time',
      body: z.strictObject({
        /** Empty for all players. */
        steam_id: steamId.or(z.literal('')).default(''),
        /** 0 for any; matches all items of an operation. */
        item_id: z.int().min(0).max(ITEM_ID_MAX).default(0),
        /** Empty for any. */
        kind: text.max(KIND_MAX).default(''),
        /** Unix seconds; 0 for no bound. */
        from: unixSeconds.default(0),
        until: unixSeconds.default(0),
        last_uuid: cursorUuid,
      }),
      response: z.object({
        response: z.array(ledgerEntry),
        /**
         * Cursor of the next page; null at the end. A page may be short or empty, because each search reads a limited
         * number of operations.
         */
        next: uuid.nullable(),
      }),
    },
    'POST /admin/operation': {
      ...common,
      summary: 'One operation, its other side, and all operations of the same cause',
      body: z.strictObject({ operation_id: uuid }),
      response: z.object({
        operation: ledgerEntry,
        /** The other side of a trade on the market. */
        other_side: ledgerEntry.nullable(),
        /** Oldest first. */
        of_cause: z.array(ledgerEntry),
      }),
    },
  },
} as const satisfies ContractArea
