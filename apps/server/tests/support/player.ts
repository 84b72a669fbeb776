import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  calls,
  type CallBody,
  type CallName,
  type CallResponse,
  type ErrorBody,
  type ErrorCode,
} from '@clutch/contract'
import { asItemId, asUserId, WORLD } from '@clutch/economy'
import { answerOf, errorBodyOf } from './answers.ts'
import type { TestServer } from './test-server.ts'

const FIRST_STEAM_ID = 76_561_198_100_000_000n
let playersMade = 0n

/** A platform account that nobody has used yet. */
export function newSteamId(): string {
  playersMade += 1n
  return String(FIRST_STEAM_ID + playersMade)
}

/** A signed-in client of the API that checks every response against the contract. */
export class Player {
  readonly userId: string
  readonly token: string
  readonly steamId: string
  readonly #server: TestServer

  constructor(server: TestServer, userId: string, token: string, steamId: string) {
    this.#server = server
    this.userId = userId
    this.token = token
    this.steamId = steamId
  }

  /**
   * Signs in as a game client does, with a ticket of the simulated platform.
   * @param invite the referral link that was followed
   */
  static async signIn(server: TestServer, steamId = newSteamId(), invite = ''): Promise<Player> {
    const name = 'POST /auth/client_steam_auth_callback'
    const body = new URLSearchParams({ ticket: `sim-${steamId}`, username: 'Anna', invite })
    const { access_token } = await answerOf(name, await fetch(addressOf(server, name), { method: 'POST', body }))
    const headers = { authorization: `Bearer ${access_token}` }
    const profile = 'GET /get_profile'
    const { user } = await answerOf(profile, await fetch(addressOf(server, profile), { headers }))
    return new Player(server, user.id, access_token, steamId)
  }

  send<Name extends CallName>(
    name: Name,
    body?: CallBody<Name>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const hasBody = body !== undefined && calls[name].bodyType === 'json'
    return fetch(addressOf(this.#server, name), {
      method: name.split(' ')[0] ?? '',
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(hasBody ? { body: JSON.stringify(body) } : {}),
    })
  }

  async call<Name extends CallName>(
    name: Name,
    body?: CallBody<Name>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<CallResponse<Name>> {
    return answerOf(name, await this.send(name, body, headers))
  }

  /** Makes a call that must be rejected with this code. */
  async refused<Name extends CallName>(
    code: ErrorCode,
    name: Name,
    body?: CallBody<Name>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ErrorBody> {
    const error = await errorBodyOf(await this.send(name, body, headers))
    assert.equal(error.code, code)
    return error
  }

  /** Gives the player goods, as the game does when a quest is completed. */
  async grant(coins: number, goods: Readonly<Record<number, number>> = {}): Promise<void> {
    const items = Object.entries(goods).map(([id, count]) => ({ itemId: asItemId(Number(id)), count }))
    const outcome = await this.#server.server.context.writer.submit<'grant'>({
      command: { type: 'grant', userId: asUserId(this.userId), kind: 'quest_drop', coins, items },
      actorId: WORLD,
      idempotency: { ownerId: this.userId, key: randomUUID(), requestHash: '' },
    })
    assert.ok(outcome.ok)
  }

  async coins(): Promise<number> {
    return (await this.call('GET /get_profile')).user.coins
  }

  async countOf(itemId: number): Promise<number> {
    const items = await this.call('POST /inventory/get')
    return items.find(({ TypeId }) => TypeId === itemId)?.Count ?? 0
  }
}

function addressOf(server: TestServer, name: CallName): string {
  return `${server.url}/api${name.split(' ')[1] ?? ''}`
}
