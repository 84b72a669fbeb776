import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters, type Query } from '@tanstack/react-query'

type RefetchType = NonNullable<InvalidateQueryFilters['refetchType']>

/**
 * A query client that never treats a read as current if it was requested before an invalidation: that read may be older
 * than the change, so it is followed by another. The library would accept a first read as current, and restart any
 * other: under constant invalidation on a slow connection none would ever finish.
 */
export class FreshQueryClient extends QueryClient {
  readonly #repeats = new Map<Query, Promise<void>>()

  /**
   * Resolves once all active queries are at least as new as the call.
   * @param options `cancelRefetch` cancels reads on their way where there is data already: their connection may be dead
   */
  override async invalidateQueries<Key extends readonly unknown[]>(
    filters?: InvalidateQueryFilters<Key>,
    { cancelRefetch = false, ...options }: InvalidateOptions = {},
  ): Promise<void> {
    const repeats = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus !== 'idle' && !(cancelRefetch && state.data !== undefined))
      .map((query) => this.#readAfter(query, filters?.refetchType))
    await Promise.all([super.invalidateQueries(filters, { ...options, cancelRefetch }), ...repeats])
  }

  /** Reads a query again after its current read; one follow-up covers all requests in between. */
  #readAfter(query: Query, refetchType: RefetchType = 'active'): Promise<void> {
    const repeat = this.#repeats.get(query) ?? this.#repeat(query, refetchType)
    this.#repeats.set(query, repeat)
    return repeat
  }

  async #repeat(query: Query, refetchType: RefetchType): Promise<void> {
    await Promise.allSettled([query.promise])
    this.#repeats.delete(query)
    await super.invalidateQueries({ predicate: (each) => each === query, refetchType })
  }
}
