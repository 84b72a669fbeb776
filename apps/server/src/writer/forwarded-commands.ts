import { randomUUID } from 'node:crypto'
import type { CommandType } from '@clutch/economy'
import type { Bus } from '../bus/bus.ts'
import { UNAVAILABLE, type AnswerOf, type Outcome } from './outcome.ts'
import { hashRequest, type CommandOf, type CommandPort, type Idempotency, type Submission } from './submission.ts'

declare module '../bus/message.ts' {
  interface BusMessages {
    /** A command on its way from a server to the one that has the writer. */
    readonly command: { readonly id: string; readonly submission: Submission }
    readonly command_outcome: { readonly id: string; readonly outcome: Outcome<unknown> }
    /** A server has begun to decide commands: those that nobody has answered are sent again. */
    readonly writer_started: Readonly<Record<string, never>>
  }
}

/** A writer that does not answer within this may have done it or not: the caller repeats with its key. */
const OUTCOME_DEADLINE_MS = 8_000
/** Commands under way to another server; more are refused at once. */
const UNDER_WAY_MAX = 5_000

/** The writer of this server, while it has the lease. */
export interface LeasedWriter extends CommandPort {
  readonly isLeased: boolean
  /** Calls the listener each time this writer takes the lease. */
  onLeased(listener: () => void): void
}

/** A forwarded command that is not answered yet. */
interface UnderWay {
  readonly submission: KeyedSubmission
  readonly answer: (outcome: Outcome<unknown>) => void
}

type KeyedSubmission = Submission & { readonly idempotency: Idempotency }

export interface ForwardedCommandsOptions {
  readonly bus: Bus
  readonly writer: LeasedWriter
  /** Whether commands go to another server while this one is not the writer; otherwise they are refused at once. */
  readonly isForwarding: boolean
}

/**
 * Takes commands on a server that may not have the writer: what it has not goes over the bus to the one that has. What was
 * published before an outcome arrives before it, so a caller finds the changes it is answered for. When another writer starts,
 * here or elsewhere, what is not answered is sent again: each forwarded command has a key, so none is carried out twice.
 */
export class ForwardedCommands implements CommandPort {
  readonly #options: ForwardedCommandsOptions
  readonly #underWay = new Map<string, UnderWay>()

  constructor(options: ForwardedCommandsOptions) {
    this.#options = options
    const { bus, writer } = options
    bus.subscribe('command', ({ id, submission }) => {
      if (!writer.isLeased || this.#underWay.has(id)) return
      void this.#decide(submission).then((outcome) => {
        // A writer that lost its lease meanwhile leaves the command to the next one.
        if (outcome !== UNAVAILABLE || writer.isLeased) bus.publish('command_outcome', { id, outcome })
      })
    })
    bus.subscribe('command_outcome', ({ id, outcome }) => this.#underWay.get(id)?.answer(outcome))
    bus.subscribe('writer_started', () => {
      if (writer.isLeased) return
      for (const [id, { submission }] of this.#underWay) bus.publish('command', { id, submission })
    })
    writer.onLeased(() => this.#takeOver())
    if (writer.isLeased) this.#takeOver()
  }

  submit<Type extends CommandType>(
    submission: Submission & { readonly command: CommandOf<Type> },
  ): Promise<Outcome<AnswerOf<Type>>> {
    const { bus, writer, isForwarding } = this.#options
    if (writer.isLeased || !isForwarding) return writer.submit<Type>(submission)
    if (this.#underWay.size >= UNDER_WAY_MAX) return Promise.resolve(UNAVAILABLE)
    const id = randomUUID()
    const keyed: KeyedSubmission = { ...submission, idempotency: submission.idempotency ?? keyOf(id, submission) }
    return new Promise((resolve) => {
      const answer = (outcome: Outcome<unknown>): void => {
        clearTimeout(timer)
        this.#underWay.delete(id)
        resolve(outcome as Outcome<AnswerOf<Type>>)
      }
      const timer = setTimeout(() => answer(UNAVAILABLE), OUTCOME_DEADLINE_MS)
      this.#underWay.set(id, { submission: keyed, answer })
      bus.publish('command', { id, submission: keyed })
    })
  }

  /** Decides here what other servers were asked for, and has them send what nobody has answered. */
  #takeOver(): void {
    this.#options.bus.publish('writer_started', {})
    for (const { submission, answer } of this.#underWay.values()) void this.#decide(submission).then(answer)
  }

  #decide(submission: Submission): Promise<Outcome<unknown>> {
    return this.#options.writer.submit(submission)
  }
}

/** Names a command that its caller gave no key, so that it can be sent again. */
function keyOf(id: string, { actorId, command }: Submission): Idempotency {
  return { ownerId: actorId, key: `forwarded-${id}`, requestHash: hashRequest(command) }
}
