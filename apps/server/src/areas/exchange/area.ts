import { sql } from 'kysely'
import type { ServerArea } from '../../area.ts'
import { exchangeResponses } from './responses.ts'
import { EXCHANGE_LEGS, EXCHANGE_MOVED } from './checks.ts'
import { exchangeAccounts } from './load.ts'
import { collectExchangeRows } from './rows.ts'
import { draftExchangeUpdates, exchangeFrames } from './updates.ts'
import './tables.ts'

/** Exchange of store coins and Surprise coins (rules §9). */
export const exchangeArea = {
  name: 'exchange',
  accounts: exchangeAccounts,
  rows: collectExchangeRows,
  responses: exchangeResponses,
  rejections: {
    amount_too_small: ({ code, min }) => ({ code, params: { min } }),
    too_many_exchanges: ({ code, max }) => ({ code, params: { max } }),
  },
  updates: draftExchangeUpdates,
  frames: exchangeFrames,
  holds: {
    exchange: sql`select user_id, 0 as asset, coins as amount from exchange where settled_at_ms is null and direction = 0`,
  },
  checks: [EXCHANGE_MOVED, EXCHANGE_LEGS],
} satisfies ServerArea
