/** Changes gather this long and travel as one batch per socket. */
const GATHER_MS = 40
/** From one batch to the next, at most, as long as the machine keeps up: thousands of sockets get theirs more rarely. */
const GAP_MAX_MS = 150
/** Sending may take this part of the time: what it takes, everything that is to be sent waits for (docs/performance.md). */
const SENDING_SHARE = 0.22
/** After sending this long everything else that waits has its turn. */
const TURN_MS = 10

/** What is sent in one go. */
export interface Sendable {
  /** Since when something waits to be sent, as `performance.now()` tells it; undefined when nothing does. */
  readonly waitingSinceMs: number | undefined
  send(): void
}

/**
 * Says when which shard is sent to: the one that waits longest, one after another and spread over the time, so that
 * nothing waits for thousands of sockets, and no message for the end of a long sending.
 */
export class SendingTurns {
  readonly #shards: ReadonlySet<Sendable>
  #timer: NodeJS.Timeout | undefined
  /** Before this moment nobody is sent to, as `performance.now()` tells it. */
  #nextMs = 0

  constructor(shards: ReadonlySet<Sendable>) {
    this.#shards = shards
  }

  /** Something has gathered: it is sent when its turn comes. */
  expect(): void {
    if (this.#timer !== undefined) return
    const dueMs = this.#nextDue()?.dueMs
    if (dueMs === undefined) return
    const waitMs = Math.ceil(Math.max(dueMs, this.#nextMs) - performance.now())
    this.#timer = setTimeout(() => this.#take(), Math.max(1, waitMs))
  }

  /** Sends all that has gathered at once. */
  sendAll(): void {
    this.stop()
    for (const shard of this.#shards) if (shard.waitingSinceMs !== undefined) shard.send()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Sends to whoever is due. Turns that were missed while the machine was busy are made up for, a few at once. */
  #take(): void {
    this.#timer = undefined
    const beganMs = performance.now()
    this.#nextMs = Math.max(this.#nextMs, beganMs - GATHER_MS)
    for (let nowMs = beganMs; nowMs - beganMs < TURN_MS && this.#nextMs <= nowMs;) {
      const next = this.#nextDue()
      if (next === undefined || next.dueMs > nowMs) break
      next.shard.send()
      const sentMs = performance.now()
      this.#nextMs += Math.min((sentMs - nowMs) / SENDING_SHARE, GAP_MAX_MS / this.#shards.size)
      nowMs = sentMs
    }
    this.expect()
  }

  #nextDue(): { readonly shard: Sendable; readonly dueMs: number } | undefined {
    let [shard, sinceMs]: [Sendable | undefined, number] = [undefined, Infinity]
    for (const each of this.#shards) {
      if (each.waitingSinceMs !== undefined && each.waitingSinceMs < sinceMs) {
        ;[shard, sinceMs] = [each, each.waitingSinceMs]
      }
    }
    return shard && { shard, dueMs: sinceMs + GATHER_MS }
  }
}
