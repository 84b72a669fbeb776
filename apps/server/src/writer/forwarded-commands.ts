import { randomUUID } from 'node:crypto'
import type { CommandType } from '@clutch/economy'
import type { Bus } from '../bus/bus.ts'
import { UNAVAILABLE, type AnswerOf, type Outcome } from './outcome.ts'
import type { CommandOf, CommandPort, Submission } from './submission.ts'

declare module '../bus/message.ts' {
  interface BusMessages {
    /** A command on its way from a server to the one that has the writer. */
    readonly command: { readonly id: string; readonly submission: Submission }
    readonly command_outcome: { readonly id: string; readonly outcome: Outcome<unknown> }
  }
}

/** A writer that does not answer within this may have done it or not: the caller repeats with its key. */
const OUTCOME_DEADLINE_MS = 8_000
/** Commands under way to another server; more are refused at once. */
const UNDER_WAY_MAX = 5_000

/** The writer of this server, while it has the lease. */
export interface LeasedWriter extends CommandPort {
  readonly isLeased: boolean
}

export interface ForwardedCommandsOptions {
  readonly bus: Bus
  readonly writer: LeasedWriter
  /** Whether commands go to another server while this one is not the writer; otherwise they are refused at once. */
  readonly isForwarding: boolean
}

/**
 * Takes commands on a server that may not have the writer: what it has not goes over the bus to the one that has. What was
 * published before an outcome arrives before it, so whoever is answered finds what it changed.
 */
export class ForwardedCommands implements CommandPort {
  readonly #options: ForwardedCommandsOptions
  readonly #underWay = new Map<string, (outcome: Outcome<unknown>) => void>()

  constructor(options: ForwardedCommandsOptions) {
    this.#options = options
    const { bus, writer } = options
    bus.subscribe('command', ({ id, submission }) => {
      if (!writer.isLeased || this.#underWay.has(id)) return
      void writer
        .submit(submission as Submission & { readonly command: CommandOf<CommandType> })
        .then((outcome) => bus.publish('command_outcome', { id, outcome }))
    })
    bus.subscribe('command_outcome', ({ id, outcome }) => this.#underWay.get(id)?.(outcome))
  }

  submit<Type extends CommandType>(
    submission: Submission & { readonly command: CommandOf<Type> },
  ): Promise<Outcome<AnswerOf<Type>>> {
    const { bus, writer, isForwarding } = this.#options
    if (writer.isLeased || !isForwarding) return writer.submit<Type>(submission)
    if (this.#underWay.size >= UNDER_WAY_MAX) return Promise.resolve(UNAVAILABLE)
    const id = randomUUID()
    return new Promise((resolve) => {
      const answer = (outcome: Outcome<unknown>): void => {
        clearTimeout(timer)
        this.#underWay.delete(id)
        resolve(outcome as Outcome<AnswerOf<Type>>)
      }
      const timer = setTimeout(() => answer(UNAVAILABLE), OUTCOME_DEADLINE_MS)
      this.#underWay.set(id, answer)
      bus.publish('command', { id, submission })
    })
  }
}
