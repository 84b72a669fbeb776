import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, emptyBody, givenReason, idempotencyKey, itemId } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { steamId } from './admin.ts'

const done = z.object({ ok: z.literal(true) })

const frozenItem = z.object({
  item_id: z.int(),
  /** The operator's reason. */
  reason: z.string(),
})
const watchedFreeze = frozenItem.extend({
  /** Unix seconds. */
  since: z.int(),
  open_lots: amount,
})
export type FrozenItem = z.infer<typeof watchedFreeze>

const common = {
  area: 'freezes',
  query: z.object({}),
  bodyType: 'json',
  command: false,
  rateLimit: RATE_LIMITS.command,
} as const

export const freezeContract = {
  calls: {
    'GET /marketplace/frozen-items': {
      ...common,
      summary: 'Frozen items, with the reasons',
      access: 'visitor',
      bodyType: 'none',
      body: emptyBody,
      response: z.object({ response: z.array(frozenItem) }),
      rateLimit: RATE_LIMITS.read,
    },
    'POST /admin/freeze-trading': {
      ...common,
      summary: 'Freezes a player’s trading and cancels their lots, or unfreezes it; the reason is shown to the player',
      access: OPERATOR_ACTIONS['trading.freeze'],
      action: 'trading.freeze',
      body: z.strictObject({
        steam_id: steamId,
        is_frozen: z.boolean(),
        reason: givenReason,
        idempotency_key: idempotencyKey.optional(),
      }),
      response: done,
    },
    'POST /admin/frozen-items': {
      ...common,
      summary: 'Frozen items with their open lots',
      access: OPERATOR_ACTIONS['freeze.read'],
      action: 'freeze.read',
      body: z.strictObject({}),
      response: z.object({ response: z.array(watchedFreeze) }),
    },
    'POST /admin/freeze-item': {
      ...common,
      summary: 'Freezes the market in an item, optionally cancelling its lots, or unfreezes it',
      access: OPERATOR_ACTIONS['item.freeze'],
      action: 'item.freeze',
      body: z.strictObject({
        item_id: itemId,
        is_frozen: z.boolean(),
        cancel_lots: z.boolean().default(false),
        reason: givenReason,
        idempotency_key: idempotencyKey.optional(),
      }),
      response: done,
    },
  },
  errors: {
    trading_frozen: { status: 403, message: 'Your trading is frozen: {reason}' },
    partner_frozen: { status: 409, message: 'This player cannot trade at the moment' },
    item_frozen: { status: 409, message: 'Trading in item #{item_id} is frozen: {reason}' },
    item_not_frozen: { status: 409, message: 'Item #{item_id} is not frozen' },
  },
} as const satisfies ContractArea
