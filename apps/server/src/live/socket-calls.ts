import type { WebSocket } from '@fastify/websocket'
import { encodeAnswers, encodeHeartbeat, encodeViewed } from '@clutch/contract/live'
import { decodeClientMessage, type ClientMessage } from '@clutch/contract/live/client-message'
import type { FastifyRequest } from 'fastify'
import type { CommandAnswer, Commands } from '../http/commands.ts'
import type { Broadcaster } from './broadcaster.ts'

/** Concurrent commands per socket; further ones are rejected. */
export const CALLS_IN_FLIGHT_MAX = 1_000
const OPEN = 1

/** Handles the messages of one socket: views, commands and probes. Responses ready at the same time are sent together. */
export class SocketCalls {
  readonly #socket: WebSocket
  readonly #request: FastifyRequest
  readonly #userId: string
  readonly #commands: Commands
  readonly #broadcaster: Broadcaster
  #inFlight = 0
  #answers: (CommandAnswer & { readonly id: number })[] = []

  constructor(
    socket: WebSocket,
    request: FastifyRequest,
    userId: string,
    commands: Commands,
    broadcaster: Broadcaster,
  ) {
    this.#socket = socket
    this.#request = request
    this.#userId = userId
    this.#commands = commands
    this.#broadcaster = broadcaster
  }

  /** Handles a message; invalid ones are ignored. */
  receive(bytes: Uint8Array): void {
    let message: ClientMessage
    try {
      message = decodeClientMessage(bytes)
    } catch {
      return
    }
    const { viewedItemId, calls, probe } = message
    if (probe === true && this.#socket.readyState === OPEN) this.#socket.send(encodeHeartbeat(Date.now()))
    if (viewedItemId !== undefined) this.#view(Number(viewedItemId))
    for (const { id, name, idempotencyKey, body } of calls) {
      if (this.#inFlight >= CALLS_IN_FLIGHT_MAX) this.#answer(id, TOO_MANY)
      else void this.#call(id, { name, idempotencyKey, body })
    }
  }

  #view(itemId: number): void {
    this.#broadcaster.view(this.#socket, itemId === 0 ? undefined : itemId)
    if (this.#socket.readyState === OPEN) this.#socket.send(encodeViewed(itemId))
  }

  async #call(id: number, command: Parameters<Commands['answer']>[2]): Promise<void> {
    this.#inFlight += 1
    const answer = await this.#commands.answer(this.#request, this.#userId, command)
    this.#inFlight -= 1
    this.#answer(id, answer)
  }

  #answer(id: number, { status, body }: CommandAnswer): void {
    if (this.#answers.length === 0) setImmediate(() => this.#flush())
    this.#answers.push({ id, status, body })
  }

  #flush(): void {
    const answers = this.#answers
    this.#answers = []
    if (this.#socket.readyState === OPEN) this.#socket.send(encodeAnswers(answers))
  }
}

const TOO_MANY: CommandAnswer = {
  status: 429,
  body: JSON.stringify({ code: 'rate_limited', message: 'Too many calls in progress', params: { retry_after_s: 1 } }),
}
