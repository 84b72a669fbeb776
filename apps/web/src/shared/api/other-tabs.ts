import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** The part of a `BroadcastChannel` that is used. */
interface TabChannel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

/** Syncs player changes that have no live event with the browser's other tabs. */
export class OtherTabs {
  readonly #channel: TabChannel

  constructor(channel: TabChannel, client: Pick<QueryClient, 'invalidateQueries'>) {
    this.#channel = channel
    channel.addEventListener('message', ({ data }) => {
      if (Array.isArray(data)) void client.invalidateQueries({ queryKey: data })
    })
  }

  /** Invalidates the queries under a key in the other tabs. */
  invalidate(queryKey: QueryKey): void {
    this.#channel.postMessage([...queryKey])
  }
}
