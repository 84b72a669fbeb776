/**
 * Batches single lookups: calls made while a query is running share the next one, so that thousands of simultaneous calls
 * take a few queries.
 */
export class BatchLoader<Answer> {
  readonly #lookUp: (ids: readonly string[]) => Promise<ReadonlyMap<string, Answer>>
  #waiting = new Map<string, PromiseWithResolvers<Answer>>()
  #isUnderWay = false

  /** @param lookUp returns a result for each id */
  constructor(lookUp: (ids: readonly string[]) => Promise<ReadonlyMap<string, Answer>>) {
    this.#lookUp = lookUp
  }

  /** @throws the error of the query; later calls are not affected */
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
          if (answer === undefined) reject(new Error('The lookup returned no result for an id'))
          else resolve(answer)
        }
      } catch (error) {
        for (const { reject } of batch.values()) reject(error)
      }
    }
    this.#isUnderWay = false
  }
}
