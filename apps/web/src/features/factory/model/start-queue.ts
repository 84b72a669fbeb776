/** Sends things one at a time, in their order, with a pause between them. */
export interface StartQueue<Start> {
  readonly add: (start: Start) => void
  /** Those that are not answered yet. */
  readonly size: () => number
  /** @returns a function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
}

interface StartQueueOptions<Start> {
  /** Must report its failures: the next one is sent in any case. */
  readonly send: (start: Start) => Promise<void>
  readonly gapMs: number
  readonly wait: (delayMs: number) => Promise<void>
}

/** Factory starts are queued here and sent one at a time with a pause of 100 ms (document 2 §4). */
export function createStartQueue<Start>({ send, gapMs, wait }: StartQueueOptions<Start>): StartQueue<Start> {
  const waiting: Start[] = []
  const listeners = new Set<() => void>()
  let isSending = false

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const drain = async () => {
    isSending = true
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      await send(next)
      waiting.shift()
      notify()
      await wait(gapMs)
    }
    isSending = false
  }
  return {
    add(start) {
      waiting.push(start)
      notify()
      if (!isSending) void drain()
    },
    size: () => waiting.length,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
