/** Live messages remembered: more than arrive while one count is on its way. */
const KEPT_MAX = 500

interface Heard {
  readonly id: number
  readonly channelId: string
}

/**
 * Messages of others as they came live. A count that was read tells up to which message it knows; what has come after that
 * one, before the count arrived, belongs to it too.
 */
export class HeardMessages {
  #heard: readonly Heard[] = []

  add(id: number, channelId: string): void {
    this.#heard = [...this.#heard, { id, channelId }].slice(-KEPT_MAX)
  }

  /** Forgets a message that was deleted. @returns its channel; undefined when it had not come live */
  forget(id: number): string | undefined {
    const forgotten = this.#heard.find((each) => each.id === id)
    this.#heard = this.#heard.filter((each) => each !== forgotten)
    return forgotten?.channelId
  }

  /** How many of a channel came live after a message. */
  countAfter(newestId: number, channelId: string): number {
    return this.#heard.filter((each) => each.id > newestId && each.channelId === channelId).length
  }
}
