import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** What a browser's tabs say to each other; the part of a `BroadcastChannel` that is used. */
interface TabChannel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

/** Tells the other tabs of this browser what the player has changed here and no live event tells of. */
export class OtherTabs {
  readonly #channel: TabChannel

  constructor(channel: TabChannel, client: Pick<QueryClient, 'invalidateQueries'>) {
    this.#channel = channel
    channel.addEventListener('message', ({ data }) => {
      if (Array.isArray(data)) void client.invalidateQueries({ queryKey: data })
    })
  }

  /** Has the other tabs read again what they show under a key. */
  invalidate(queryKey: QueryKey): void {
    this.#channel.postMessage([...queryKey])
  }
}
