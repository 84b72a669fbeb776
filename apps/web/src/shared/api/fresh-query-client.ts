import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters, type Query } from '@tanstack/react-query'

type RefetchType = NonNullable<InvalidateQueryFilters['refetchType']>

/**
 * A client that never takes for current what was asked for before the news of a change. A read that is on its way when
 * its query is invalidated may be older than what it is invalidated for, so it is followed by another. The library takes
 * a first read as the answer, and starts any other one over: on a slow line news without end would let none arrive.
 */
export class FreshQueryClient extends QueryClient {
  readonly #repeats = new Map<Query, Promise<void>>()

  /**
   * Resolves once what is shown is as new as the call.
   * @param options `cancelRefetch` gives up reads on their way where something was read before: their line may be dead
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

  /** Reads a query again after the read that is on its way; one more is enough for all that asked meanwhile. */
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
