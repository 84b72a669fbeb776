import type { CallAnswer } from '@clutch/contract/live'
import { ApiError, NETWORK_ERROR, toApiError } from '../api/api-error.ts'
import type { CommandTransport } from '../api/client.ts'
import type { Clock, Timer } from '../timing/clock.ts'
import type { SendMessage } from './viewed-book.ts'

/** After this long a response counts as lost, and the command is repeated over HTTP under the same key. */
export const ANSWER_TIMEOUT_MS = 10_000

interface Pending {
  readonly resolve: (body: unknown) => void
  readonly reject: (error: ApiError) => void
  readonly timeout: Timer
}

/** Commands over the live connection: many may be pending, and each gets one response or is known to be lost. */
export class LiveCalls implements CommandTransport {
  readonly #clock: Clock
  readonly #send: SendMessage
  readonly #pending = new Map<number, Pending>()
  readonly #onTimeout: () => void
  #lastId = 0

  /** @param onTimeout called when a response does not arrive in time: the connection may be dead */
  constructor(clock: Clock, send: SendMessage, onTimeout: () => void = () => undefined) {
    this.#clock = clock
    this.#send = send
    this.#onTimeout = onTimeout
  }

  /** @returns undefined if the connection is not open and nothing was sent */
  send(name: string, body: unknown, idempotencyKey: string): Promise<unknown> | undefined {
    this.#lastId += 1
    const id = this.#lastId
    const call = { id, name, idempotencyKey, body: JSON.stringify(body ?? {}) }
    if (!this.#send({ calls: [call] })) return undefined
    return new Promise((resolve, reject) => {
      const timeout = this.#clock.schedule(() => {
        this.#lose(id)
        this.#onTimeout()
      }, ANSWER_TIMEOUT_MS)
      this.#pending.set(id, { resolve, reject, timeout })
    })
  }

  receive(answers: readonly CallAnswer[]): void {
    for (const { id, status, body } of answers) {
      const pending = this.#take(id)
      if (pending === undefined) continue
      const value = parse(body)
      if (status === 200) pending.resolve(value)
      else pending.reject(toApiError(value, status))
    }
  }

  /** The connection is gone: the outcome of pending commands is unknown. */
  loseAll(): void {
    for (const id of this.#pending.keys()) this.#lose(id)
  }

  #lose(id: number): void {
    this.#take(id)?.reject(new ApiError(NETWORK_ERROR, 'No answer from the server'))
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    pending?.timeout.cancel()
    this.#pending.delete(id)
    return pending
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export { encodeClientMessage } from '@clutch/contract/live/client-message'
