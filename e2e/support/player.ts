import { setTimeout as wait } from 'node:timers/promises'
import type { CallName, CallResponse } from '@clutch/contract'

let lastNumber = 76_561_190_000_300_000n

/** A platform account that nobody has used yet. */
export function newSteamId(): string {
  lastNumber += 1n
  return String(lastNumber)
}

const TOO_MANY_REQUESTS = 429
const WAIT_MS = 2_000

/** Retries a sign-in that exceeds the rate limit per address, which a fast machine's journeys reach. */
export async function retryWhileLimited<Answer>(
  ask: () => Promise<Answer>,
  statusOf: (answer: Answer) => number,
): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (statusOf(answer) !== TOO_MANY_REQUESTS) return answer
    await wait(WAIT_MS)
  }
}

/** A player without a browser: signs in as the game client does and calls the API. */
export class Player {
  readonly #url: string
  readonly #token: string

  private constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  static async signIn(url: string, steamId: string = newSteamId()): Promise<Player> {
    const body = new URLSearchParams({ ticket: `sim-${steamId}`, username: '' })
    const response = await retryWhileLimited(
      () => fetch(`${url}/api/auth/client_steam_auth_callback`, { method: 'POST', body }),
      ({ status }) => status,
    )
    const { access_token: token } = (await response.json()) as { access_token: string }
    return new Player(url, token)
  }

  /** @throws when the server rejects the call. */
  async call<Name extends CallName>(name: Name, body: object = {}): Promise<CallResponse<Name>> {
    const [method = '', path = ''] = name.split(' ')
    const response = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
    return (await response.json()) as CallResponse<Name>
  }

  offer(itemId: number, count: number, price: number): Promise<unknown> {
    return this.call('POST /marketplace/create-sell-lot', { item_type_id: itemId, price, count })
  }

  bid(itemId: number, count: number, price: number): Promise<unknown> {
    return this.call('POST /marketplace/create-buy-lot', { item_type_id: itemId, price, count })
  }
}
