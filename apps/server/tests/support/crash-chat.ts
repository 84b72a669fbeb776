import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import type { Order } from './crash-trades.ts'

/** Players who write; they are moderators, who are exempt from slow mode. */
const CHATTERS = 4
const FIRST_STEAM_ID = 76_561_190_000_200_000n
const SEND = '/api/chat/send'
const PUBLIC_CHANNEL = '1'

/** Environment of a server whose chatters may write as fast as they can. */
export const CHATTERS_ARE_ADMINS = {
  ADMIN_STEAM_IDS: Array.from({ length: CHATTERS }, (_, index) => FIRST_STEAM_ID + BigInt(index)).join(','),
}

export const isMessage = ({ path }: Order): boolean => path === SEND

/** Lets players write distinct messages one after another until the server is gone. */
export async function talk(tokens: readonly string[], ask: (order: Order) => Promise<string>): Promise<void> {
  const chat = async (token: string): Promise<void> => {
    for (;;) {
      const body = JSON.stringify({ channel_id: PUBLIC_CHANNEL, text: `heard: ${randomUUID()}` })
      await ask({ key: randomUUID(), path: SEND, token, body })
    }
  }
  await Promise.allSettled(tokens.slice(0, CHATTERS).map(chat))
}

/** Expects every sent message once, as its response said, and ids without gaps or repeats. */
export async function expectMessagesOnce(
  { db }: Store,
  acknowledged: ReadonlyMap<Order, string>,
  seenMin: number,
): Promise<void> {
  const promised = [...acknowledged].filter(([order]) => isMessage(order))
  const said = promised.map(([{ body }, answer]) => {
    const { message } = JSON.parse(answer) as { message?: { id: number; text: string } }
    expect(message?.text).toBe((JSON.parse(body) as { text: string }).text)
    return { message_id: message?.id ?? 0, text: message?.text ?? '' }
  })
  const rows = await db.selectFrom('chat_message').select(['message_id', 'text']).orderBy('message_id').execute()
  expect(rows).toEqual(said.toSorted((one, other) => one.message_id - other.message_id))
  expect(rows.map(({ message_id }) => message_id)).toEqual(rows.map((_, index) => index + 1))
  const outcomes = await db.selectFrom('call_outcome').select('key').execute()
  expect(outcomes.map(({ key }) => key).toSorted()).toEqual(promised.map(([{ key }]) => key).toSorted())
  expect(rows.length).toBeGreaterThan(seenMin)
}
