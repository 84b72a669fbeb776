import type { Trade } from '@clutch/contract'

/** An open trade with Boris and empty offers, with the given changes. */
export function createTrade(change: Partial<Trade> = {}): Trade {
  return {
    id: '01890000-0000-7000-8000-000000000001',
    trade_status: 'active',
    my_status: 'pending',
    opponent_status: 'pending',
    opponent_uuid: '01890000-0000-7000-8000-000000000002',
    opponent_name: 'Boris',
    jdoc: { user_1: { coins: 0, items: {} }, user_2: { coins: 0, items: {} } },
    me: 'user_1',
    is_creator: true,
    revision: 0,
    version: 0,
    created_at: 1,
    expires_at: 2,
    ended_at: 0,
    my_missing: [],
    opponent_missing: [],
    ...change,
  }
}
