/** A server that is silent for longer has crashed. */
const SILENCE_MAX_MS = 16_000
/** Servers met within this time after the start were there before: their earlier messages are part of what is loaded. */
const FIRST_MEETINGS_MS = 3_000

/** What a server has published so far, sent along with everything that it sends. */
export interface Position {
  readonly serverId: string
  /** Messages that the server has published, including those that could not be sent. */
  readonly count: number
}

/**
 * Counts the messages of the other servers, so that a loss shows with the next sign of life, wherever it happened: at the
 * sender, at NATS, or on the way here.
 */
export class Peers {
  readonly #nowMs: () => number
  readonly #startedAtMs: number
  readonly #peers = new Map<string, { count: number; heardAtMs: number }>()
  #connectedAtMs: number

  /** @param nowMs a clock that never goes back */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
    this.#startedAtMs = nowMs()
    this.#connectedAtMs = this.#startedAtMs
  }

  /** Number of other servers. */
  get size(): number {
    return this.#peers.size
  }

  /** Messages can arrive again: the silence before does not count. */
  noteConnected(): void {
    this.#connectedAtMs = this.#nowMs()
  }

  /** Notes a message, which its own position includes. @returns whether it is new, and whether others before it were lost */
  noteMessage({ serverId, count }: Position): { readonly isNew: boolean; readonly hasGap: boolean } {
    const known = this.#peers.get(serverId)?.count
    return { isNew: known === undefined || count > known, hasGap: this.#advance(serverId, count - 1, count) }
  }

  /** Notes a sign of life. @returns whether messages before it were lost */
  notePosition({ serverId, count }: Position): boolean {
    return this.#advance(serverId, count, count)
  }

  /** Forgets a server that says it stops. */
  remove(serverId: string): void {
    this.#peers.delete(serverId)
  }

  /** Forgets servers that crashed. @returns whether there were any: their last messages may be lost */
  removeSilent(): boolean {
    const silentSinceMs = this.#nowMs() - SILENCE_MAX_MS
    if (this.#connectedAtMs > silentSinceMs) return false
    const crashed = [...this.#peers].filter(([, { heardAtMs }]) => heardAtMs < silentSinceMs)
    for (const [serverId] of crashed) this.#peers.delete(serverId)
    return crashed.length > 0
  }

  #advance(serverId: string, expected: number, count: number): boolean {
    const nowMs = this.#nowMs()
    const known = this.#peers.get(serverId)
    this.#peers.set(serverId, { count: Math.max(count, known?.count ?? 0), heardAtMs: nowMs })
    if (known !== undefined) return expected > known.count
    return expected > 0 && nowMs - this.#startedAtMs > FIRST_MEETINGS_MS
  }
}
