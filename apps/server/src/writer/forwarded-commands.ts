import { randomUUID } from 'node:crypto'
import type { CommandType } from '@clutch/economy'
import type { OrderedBus } from '../bus/in-order.ts'
import { MessageTooLarge, NoServerAnswers, type ServerLink } from '../bus/server-link.ts'
import { FAILED, UNAVAILABLE, type ResponseOf, type Outcome } from './outcome.ts'
import { hashRequest, type CommandOf, type CommandPort, type Idempotency, type Submission } from './submission.ts'

declare module '../bus/message.ts' {
  interface BusMessages {
    /** A server runs the writer: sent when it begins and twice a second from then on. */
    readonly writer_here: {
      /** A new id each time a server acquires the lease; commands are sent to this name. */
      readonly tenureId: string
      /** The writer's own monotonic clock, by which commands expire. */
      readonly clockMs: number
      /** Whether it is about to release the lease. */
      readonly isLeaving: boolean
    }
  }
}

/** Without an outcome after this time, the command may or may not have been executed: the caller retries with its key. */
const OUTCOME_DEADLINE_MS = 8_000
/** Pending commands at another server; further ones fail at once. */
const PENDING_MAX = 5_000
const HERE_EVERY_MS = 500
/** A writer that is silent for longer than a take-over lasts is gone. */
const WRITER_SILENCE_MAX_MS = 6_000

/** The writer of this server, while it has the lease. */
export interface LeasedWriter extends CommandPort {
  readonly isLeased: boolean
  /** Calls the listener each time this writer has acquired the lease. */
  onLeased(listener: () => void): void
  /** @param deadlineMs by `performance.now()`; the command is not executed after it */
  submit<Type extends CommandType>(
    submission: Submission & { readonly command: CommandOf<Type> },
    deadlineMs?: number,
  ): Promise<Outcome<ResponseOf<Type>>>
}

type KeyedSubmission = Submission & { readonly idempotency: Idempotency }

/** A command as it travels to the writer. */
interface CommandRequest {
  readonly submission: KeyedSubmission
  /** On the clock of the tenure that it is sent to. */
  readonly deadlineMs: number
}

/** A forwarded command without an outcome. */
interface Pending {
  readonly submission: KeyedSubmission
  /** By `performance.now()`. */
  readonly deadlineMs: number
  readonly respond: (outcome: Outcome<unknown>) => void
  /** The tenure it was sent to; undefined when that failed. */
  sentTo: string | undefined
}

/** The writer on another server. */
interface Leader {
  readonly tenureId: string
  /**
   * Its clock minus this server's. Never too high, since the message that carried it took some time: a command expires no
   * later at the writer than here.
   */
  readonly clockAheadMs: number
  readonly heardAtMs: number
  readonly isLeaving: boolean
}

/** While this server runs the writer. */
interface Tenure {
  readonly id: string
  readonly timer: NodeJS.Timeout
  readonly stopResponding: () => void
}

export interface ForwardedCommandsOptions {
  readonly bus: OrderedBus
  readonly link: ServerLink
  readonly writer: LeasedWriter
}

/**
 * Accepts commands on any server and sends each as a request to the server that runs the writer. Events of a command arrive
 * before its outcome. When a writer begins, on this server or another, commands without an outcome are sent again; each has
 * an idempotency key, so none is executed twice. The writer executes none after its caller's deadline.
 */
export class ForwardedCommands implements CommandPort {
  readonly #options: ForwardedCommandsOptions
  readonly #pending = new Set<Pending>()
  #leader: Leader | undefined
  #tenure: Tenure | undefined
  #isLeaving = false

  constructor(options: ForwardedCommandsOptions) {
    this.#options = options
    const { bus, writer } = options
    bus.subscribe('writer_here', (message) => {
      if (!writer.isLeased) this.#follow(message)
    })
    // An outcome may be among what was lost.
    bus.onMissed(() => {
      for (const pending of this.#pending) this.#send(pending)
    })
    writer.onLeased(() => this.#begin())
    if (writer.isLeased) this.#begin()
  }

  /** Number of commands that wait for the outcome from another server. */
  get pendingCount(): number {
    return this.#pending.size
  }

  /** Whether commands reach a writer, here or on another server, as far as this server knows. */
  get isWriterKnown(): boolean {
    if (this.#options.writer.isLeased) return true
    return this.#leader !== undefined && performance.now() - this.#leader.heardAtMs < WRITER_SILENCE_MAX_MS
  }

  submit<Type extends CommandType>(
    submission: Submission & { readonly command: CommandOf<Type> },
  ): Promise<Outcome<ResponseOf<Type>>> {
    const { link, writer } = this.#options
    if (writer.isLeased) return writer.submit<Type>(submission)
    if (!link.isConnected || !this.isWriterKnown || this.#pending.size >= PENDING_MAX) {
      return Promise.resolve(UNAVAILABLE)
    }
    const keyed: KeyedSubmission = { ...submission, idempotency: submission.idempotency ?? keyOf(submission) }
    return new Promise((resolve) => {
      const respond = (outcome: Outcome<unknown>): void => {
        clearTimeout(timer)
        this.#pending.delete(pending)
        resolve(outcome as Outcome<ResponseOf<Type>>)
      }
      const timer = setTimeout(() => respond(UNAVAILABLE), OUTCOME_DEADLINE_MS)
      const deadlineMs = performance.now() + OUTCOME_DEADLINE_MS
      const pending: Pending = { submission: keyed, deadlineMs, respond, sentTo: undefined }
      this.#pending.add(pending)
      this.#send(pending)
    })
  }

  /** Announces that this server is about to release the lease: other servers hold their commands for the next writer. */
  leave(): void {
    const tenure = this.#tenure
    if (tenure === undefined) return
    this.#isLeaving = true
    this.#announce(tenure)
    clearInterval(tenure.timer)
  }

  #follow({ tenureId, clockMs, isLeaving }: { tenureId: string; clockMs: number; isLeaving: boolean }): void {
    const nowMs = performance.now()
    this.#leader = { tenureId, clockAheadMs: clockMs - nowMs, heardAtMs: nowMs, isLeaving }
    for (const pending of this.#pending) if (pending.sentTo !== tenureId) this.#send(pending)
  }

  #send(pending: Pending): void {
    const leader = this.#leader
    if (leader === undefined || leader.isLeaving) return
    const { tenureId, clockAheadMs } = leader
    const { submission, deadlineMs, respond } = pending
    const leftMs = deadlineMs - performance.now()
    if (leftMs <= 0) return
    pending.sentTo = tenureId
    const request: CommandRequest = { submission, deadlineMs: deadlineMs + clockAheadMs }
    this.#options.link.request(nameOf(tenureId), request, leftMs).then(
      (outcome) => respond(outcome as Outcome<unknown>),
      (error: unknown) => {
        if (pending.sentTo !== tenureId) return
        pending.sentTo = undefined
        if (error instanceof MessageTooLarge) return respond(FAILED)
        if (!(error instanceof NoServerAnswers) || this.#leader?.isLeaving === true) return
        if (this.#leader?.tenureId === tenureId) this.#leader = undefined
        respond(UNAVAILABLE)
      },
    )
  }

  /** Decides this server's pending commands, and those that other servers send from now on. */
  #begin(): void {
    this.#end()
    const { link, writer } = this.#options
    this.#leader = undefined
    const id = randomUUID()
    const stopResponding = link.respond(nameOf(id), async (request) => {
      const { submission, deadlineMs } = request as CommandRequest
      const outcome = await writer.submit(submission, deadlineMs)
      // The next writer decides what this one no longer does: its server sends the command there.
      const isForNext = !outcome.ok && outcome.error.code === 'unavailable' && this.#isEnding(id)
      return isForNext ? undefined : outcome
    })
    const timer = setInterval(() => {
      if (writer.isLeased) this.#announce(tenure)
      else this.#end()
    }, HERE_EVERY_MS)
    timer.unref()
    const tenure: Tenure = { id, timer, stopResponding }
    this.#tenure = tenure
    this.#announce(tenure)
    for (const { submission, deadlineMs, respond } of this.#pending) {
      void writer.submit(submission, deadlineMs).then(respond)
    }
  }

  #isEnding(tenureId: string): boolean {
    return this.#isLeaving || this.#tenure?.id !== tenureId || !this.#options.writer.isLeased
  }

  #end(): void {
    if (this.#tenure === undefined) return
    clearInterval(this.#tenure.timer)
    this.#tenure.stopResponding()
    this.#tenure = undefined
  }

  #announce({ id }: Tenure): void {
    this.#options.bus.publish('writer_here', {
      tenureId: id,
      clockMs: performance.now(),
      isLeaving: this.#isLeaving,
    })
  }
}

function nameOf(tenureId: string): string {
  return `command-${tenureId}`
}

/** An idempotency key for a command without one, so that it can be sent again. */
function keyOf({ actorId, command }: Submission): Idempotency {
  return { ownerId: actorId, key: `forwarded-${randomUUID()}`, requestHash: hashRequest(command) }
}
