import { randomUUID } from 'node:crypto'
import { OPERATION_KINDS } from '@clutch/economy'
import { expect } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { below } from './crash-chance.ts'
import type { LoadServer } from './load-server.ts'
import { FIRST_ITEM_ID } from './make-pack.ts'

/** A request with a separate idempotency key. */
export interface Order {
  readonly key: string
  readonly path: string
  readonly body: string
  readonly token: string
}

/** Two players who trade with each other all the time. */
export interface Pair {
  readonly tokens: readonly [string, string]
  readonly otherId: string
}

/** Sends an order that must be executed once, and records its response. @throws when the server is gone. */
type Ask = (order: Order) => Promise<string>

const PAIRS = 2
/** Confirmations until both players have seen the same revision. */
const TURNS_MAX = 6

interface TradeAnswer {
  readonly trade?: { readonly id: string; readonly revision: number; readonly trade_status: string }
}

/** Makes friends of some players; existing friendships are kept. */
export async function befriendPlayers({ url, tokens }: LoadServer): Promise<Pair[]> {
  const call = async (path: string, token: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    } as RequestInit)
    return answer.json()
  }
  const idOf = async (token: string) => ((await call('/get_profile', token)) as { user: { id: string } }).user.id
  return Promise.all(
    Array.from({ length: PAIRS }, async (_, index) => {
      const [one = '', other = ''] = tokens.slice(2 * index, 2 * index + 2)
      const [oneId, otherId] = [await idOf(one), await idOf(other)]
      await call('/social/send-friend-invite', one, { friend_uuid: otherId })
      await call('/social/accept-friend-invite', other, { friend_uuid: oneId })
      return { tokens: [one, other], otherId } as const
    }),
  )
}

/** Opens a trade and confirms it from both sides until it completes, repeatedly, until the server is gone. */
export async function tradeWithFriend({ tokens, otherId }: Pair, ask: Ask): Promise<void> {
  const send = async (path: string, token: string, body: object): Promise<TradeAnswer> =>
    JSON.parse(await ask({ key: randomUUID(), path, token, body: JSON.stringify(body) })) as TradeAnswer
  for (;;) {
    let { trade } = await send('/api/social/create-trade', tokens[0], { user_uuid: otherId })
    const coins = 1 + below(3)
    const offers = [
      { coins, items: {} },
      { coins: 0, items: { [FIRST_ITEM_ID + 4]: coins } },
    ]
    for (let turn = 0; turn < TURNS_MAX && trade?.trade_status === 'active'; turn += 1) {
      const body = { id: trade.id, trade_item: offers[turn % 2], seen_revision: trade.revision }
      const answer = await send('/api/social/confirm-trade', tokens[turn % 2] ?? '', body)
      trade = answer.trade
    }
  }
}

/** The trades that responses reported as completed. */
export function completedTrades(answers: Iterable<string>): ReadonlySet<string> {
  const completed = new Set<string>()
  for (const answer of answers) {
    const { trade } = JSON.parse(answer) as TradeAnswer
    if (trade?.trade_status === 'completed') completed.add(trade.id)
  }
  return completed
}

/**
 * Expects that every trade reported as completed moved goods on both sides once, and that no other trade moved
 * anything.
 */
export async function expectTradesOnce({ db }: Store, answers: Iterable<string>): Promise<void> {
  const promised = completedTrades(answers)
  const completed = await db.selectFrom('trade').select('trade_id').where('status', '=', 1).execute()
  expect(new Set(completed.map(({ trade_id }) => trade_id))).toEqual(promised)
  const moved = await db
    .selectFrom('operation')
    .select('cause_id')
    .where('kind', '=', OPERATION_KINDS.trade.code)
    .execute()
  expect(moved.map(({ cause_id }) => String(cause_id)).toSorted()).toEqual([...promised, ...promised].toSorted())
  expect(promised.size).toBeGreaterThan(0)
}
