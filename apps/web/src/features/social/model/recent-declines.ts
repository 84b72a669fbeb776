import { looksLike } from './similar-names.ts'

/** So long a name that was turned down is remembered. */
const REMEMBERED_MS = 15 * 60_000

interface Decline {
  readonly userId: string
  readonly name: string
  readonly atMs: number
}

/** Players declined recently on this page: the same name from another player needs a second look. */
export class RecentDeclines {
  #declines: readonly Decline[] = []
  readonly #nowMs: () => number

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs
  }

  note(userId: string, name: string): void {
    this.#declines = [...this.#fresh(), { userId, name, atMs: this.#nowMs() }]
  }

  /** Whether another player with this name, or a similar one, was just declined. */
  isNameOfAnother(userId: string, name: string): boolean {
    return this.#fresh().some((decline) => decline.userId !== userId && looksLike(decline.name, name))
  }

  #fresh(): readonly Decline[] {
    return this.#declines.filter(({ atMs }) => this.#nowMs() - atMs < REMEMBERED_MS)
  }
}

export const recentDeclines = new RecentDeclines()
