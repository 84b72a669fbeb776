import { once } from 'node:events'
import type { ClientRequestArgs, IncomingMessage } from 'node:http'
import type { CallBody, CallName } from '@clutch/contract'
import { decodeBatch, type CallAnswer, type LiveEvent } from '@clutch/contract/live'
import { encodeClientMessage } from '@clutch/contract/live/client-message'
import { PROBE_MESSAGE } from '@clutch/contract/live/values'
import { vi } from 'vitest'
import { WebSocket, type RawData } from 'ws'
import { PATIENCE_MS } from './patience.ts'
import type { Player } from './player.ts'
import type { TestServer } from './test-server.ts'

const OFTEN = { timeout: PATIENCE_MS, interval: 10 }

/** Waits for a result, within the tests' usual timeout. @throws with the message when none appears */
function until<Found>(find: () => Found | undefined, message: string): Promise<Found> {
  // Created here, so that its stack trace names the caller.
  const inVain = new Error(message)
  return vi.waitFor(() => {
    const found = find()
    if (found === undefined) throw inVain
    return found
  }, OFTEN)
}

/** A live connection as browsers and programs use it: it receives, and every message must decode. */
export class LiveClient {
  readonly socket: WebSocket
  /** Newest last. */
  readonly events: LiveEvent[] = []
  readonly answers: CallAnswer[] = []
  batches = 0
  /** Number of the message after which it misses nothing. */
  follows: number | undefined
  /** The server's time in each heartbeat. */
  readonly heartbeats: number[] = []
  closeCode: number | undefined
  #lastCall = 0

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data: RawData, isBinary: boolean) => {
      if (!isBinary || !Buffer.isBuffer(data)) throw new Error('Not a binary message')
      this.batches += 1
      const { events, answers, followsMessageId, serverTimeMs } = decodeBatch(data)
      this.follows ??= followsMessageId
      if (serverTimeMs !== undefined) this.heartbeats.push(serverTimeMs)
      this.events.push(...events)
      this.answers.push(...answers)
    })
    socket.on('close', (code) => (this.closeCode = code))
    socket.on('error', () => undefined)
  }

  /**
   * Connects as the specification says: requests the address, then opens `/ws` there with the token.
   * @param meanwhile runs between the two
   */
  static async open(
    player: Player,
    options: ClientRequestArgs = {},
    meanwhile: () => Promise<void> = () => Promise.resolve(),
  ): Promise<LiveClient> {
    const { server_url, token } = await player.call('GET /get-server')
    await meanwhile()
    const client = new LiveClient(new WebSocket(`${server_url}/ws?token=${token}`, options))
    await once(client.socket, 'open')
    return client
  }

  /** Waits for an event, including those that have already arrived. */
  async waitFor(matches: (event: LiveEvent) => boolean): Promise<LiveEvent> {
    return until(() => this.events.find(matches), 'Nothing of the kind has come')
  }

  /** Sends the item whose book it views. */
  view(itemId: number): void {
    this.socket.send(encodeClientMessage({ viewedItemId: BigInt(itemId) }))
  }

  /** Requests a heartbeat. */
  probe(): void {
    this.socket.send(PROBE_MESSAGE)
  }

  /** Sends a command without waiting. @returns its number, which identifies its response */
  send<Name extends CallName>(name: Name, body?: CallBody<Name>, idempotencyKey = ''): number {
    this.#lastCall += 1
    const call = { id: this.#lastCall, name, idempotencyKey, body: body === undefined ? '' : JSON.stringify(body) }
    this.socket.send(encodeClientMessage({ calls: [call] }))
    return call.id
  }

  /** Sends a command and waits for its response. */
  async call<Name extends CallName>(
    name: Name,
    body?: CallBody<Name>,
    idempotencyKey = '',
  ): Promise<{ status: number; body: unknown }> {
    const { status, body: json } = await this.answerTo(this.send(name, body, idempotencyKey))
    return { status, body: JSON.parse(json) as unknown }
  }

  async answerTo(id: number): Promise<CallAnswer> {
    return until(() => this.answers.find((answer) => answer.id === id), `Call ${id} was not answered`)
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return
    const closed = once(this.socket, 'close')
    this.socket.close()
    await closed
  }
}

/** Tries to open a connection. @returns the status of the rejection, or 101 */
export async function statusOfUpgrade(
  server: TestServer,
  token: string | undefined,
  options: ClientRequestArgs & { origin?: string } = {},
): Promise<number> {
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws${query}`, options)
  socket.on('error', () => undefined)
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_request: unknown, response: IncomingMessage) => {
      socket.terminate()
      resolve(response.statusCode ?? 0)
    })
    socket.on('open', () => {
      socket.close()
      resolve(101)
    })
  })
}
