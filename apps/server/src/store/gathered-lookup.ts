/**
 * Finds something for many who ask one by one. Whoever asks while a look-up is under way is part of the next, so that
 * thousands who come at once cost a few look-ups.
 */
export class GatheredLookup<Answer> {
  readonly #lookUp: (ids: readonly string[]) => Promise<ReadonlyMap<string, Answer>>
  #waiting = new Map<string, PromiseWithResolvers<Answer>>()
  #isUnderWay = false

  /** @param lookUp answers for each id */
  constructor(lookUp: (ids: readonly string[]) => Promise<ReadonlyMap<string, Answer>>) {
    this.#lookUp = lookUp
  }

  /** @throws what the look-up throws; the next one is another. */
  find(id: string): Promise<Answer> {
    const asked = this.#waiting.get(id) ?? Promise.withResolvers<Answer>()
    this.#waiting.set(id, asked)
    if (!this.#isUnderWay) void this.#run()
    return asked.promise
  }

  async #run(): Promise<void> {
    this.#isUnderWay = true
    while (this.#waiting.size > 0) {
      const batch = this.#waiting
      this.#waiting = new Map()
      try {
        const answers = await this.#lookUp([...batch.keys()])
        for (const [id, { resolve, reject }] of batch) {
          const answer = answers.get(id)
          if (answer === undefined) reject(new Error('A look-up without an answer'))
          else resolve(answer)
        }
      } catch (error) {
        for (const { reject } of batch.values()) reject(error)
      }
    }
    this.#isUnderWay = false
  }
}
