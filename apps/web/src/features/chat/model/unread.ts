/** Remembered live messages: more than arrive while a count is loading. */
const KEPT_MAX = 500

interface Heard {
  readonly id: number
  readonly channelId: string
}

/** Live messages of others. A loaded count includes messages up to a given one; those after it are added. */
export class HeardMessages {
  #heard: readonly Heard[] = []

  add(id: number, channelId: string): void {
    this.#heard = [...this.#heard, { id, channelId }].slice(-KEPT_MAX)
  }

  /** Removes a deleted message. @returns its channel; undefined if it was not received live */
  forget(id: number): string | undefined {
    const forgotten = this.#heard.find((each) => each.id === id)
    this.#heard = this.#heard.filter((each) => each !== forgotten)
    return forgotten?.channelId
  }

  /** How many messages of a channel were received after a given one. */
  countAfter(newestId: number, channelId: string): number {
    return this.#heard.filter((each) => each.id > newestId && each.channelId === channelId).length
  }
}
