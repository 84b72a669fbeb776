import { randomUUID } from 'node:crypto'
import type { CommandType } from '@clutch/economy'
import type { Bus } from '../bus/bus.ts'
import { UNAVAILABLE, type ResponseOf, type Outcome } from './outcome.ts'
import { hashRequest, type CommandOf, type CommandPort, type Idempotency, type Submission } from './submission.ts'

declare module '../bus/message.ts' {
  interface BusMessages {
    /** A command sent to the server that runs the writer. */
    readonly command: { readonly id: string; readonly submission: Submission }
    readonly command_outcome: { readonly id: string; readonly outcome: Outcome<unknown> }
    /** A server has started to run the writer: commands without an outcome are sent again. */
    readonly writer_started: Readonly<Record<string, never>>
  }
}

/** Without an outcome after this time, the command may or may not have been executed: the caller retries with its key. */
const OUTCOME_DEADLINE_MS = 8_000
/** Pending commands at another server; further ones fail at once. */
const PENDING_MAX = 5_000

/** The writer of this server, while it has the lease. */
export interface LeasedWriter extends CommandPort {
  readonly isLeased: boolean
  /** Calls the listener each time this writer has acquired the lease. */
  onLeased(listener: () => void): void
}

/** A forwarded command without an outcome. */
interface Pending {
  readonly submission: KeyedSubmission
  readonly respond: (outcome: Outcome<unknown>) => void
}

type KeyedSubmission = Submission & { readonly idempotency: Idempotency }

export interface ForwardedCommandsOptions {
  readonly bus: Bus
  readonly writer: LeasedWriter
  /** Whether commands go to another server while this one is not the writer; otherwise they fail at once. */
  readonly isForwarding: boolean
}

/**
 * Accepts commands on any server and sends them over the bus to the server that runs the writer. The bus preserves order,
 * so a command's changes arrive before its outcome. When a writer starts, on this server or another, commands without an
 * outcome are sent again; each has an idempotency key, so none is executed twice.
 */
export class ForwardedCommands implements CommandPort {
  readonly #options: ForwardedCommandsOptions
  readonly #pending = new Map<string, Pending>()

  constructor(options: ForwardedCommandsOptions) {
    this.#options = options
    const { bus, writer } = options
    bus.subscribe('command', ({ id, submission }) => {
      if (!writer.isLeased || this.#pending.has(id)) return
      void this.#decide(submission).then((outcome) => {
        // If this writer lost its lease meanwhile, the next one decides the command.
        if (outcome !== UNAVAILABLE || writer.isLeased) bus.publish('command_outcome', { id, outcome })
      })
    })
    bus.subscribe('command_outcome', ({ id, outcome }) => this.#pending.get(id)?.respond(outcome))
    bus.subscribe('writer_started', () => {
      if (writer.isLeased) return
      for (const [id, { submission }] of this.#pending) bus.publish('command', { id, submission })
    })
    writer.onLeased(() => this.#takeOver())
    if (writer.isLeased) this.#takeOver()
  }

  submit<Type extends CommandType>(
    submission: Submission & { readonly command: CommandOf<Type> },
  ): Promise<Outcome<ResponseOf<Type>>> {
    const { bus, writer, isForwarding } = this.#options
    if (writer.isLeased || !isForwarding) return writer.submit<Type>(submission)
    if (this.#pending.size >= PENDING_MAX) return Promise.resolve(UNAVAILABLE)
    const id = randomUUID()
    const keyed: KeyedSubmission = { ...submission, idempotency: submission.idempotency ?? keyOf(id, submission) }
    return new Promise((resolve) => {
      const respond = (outcome: Outcome<unknown>): void => {
        clearTimeout(timer)
        this.#pending.delete(id)
        resolve(outcome as Outcome<ResponseOf<Type>>)
      }
      const timer = setTimeout(() => respond(UNAVAILABLE), OUTCOME_DEADLINE_MS)
      this.#pending.set(id, { submission: keyed, respond })
      bus.publish('command', { id, submission: keyed })
    })
  }

  /** Decides this server's pending commands and asks other servers to send theirs again. */
  #takeOver(): void {
    this.#options.bus.publish('writer_started', {})
    for (const { submission, respond } of this.#pending.values()) void this.#decide(submission).then(respond)
  }

  #decide(submission: Submission): Promise<Outcome<unknown>> {
    return this.#options.writer.submit(submission)
  }
}

/** An idempotency key for a command without one, so that it can be sent again. */
function keyOf(id: string, { actorId, command }: Submission): Idempotency {
  return { ownerId: actorId, key: `forwarded-${id}`, requestHash: hashRequest(command) }
}
