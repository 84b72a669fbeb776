import type { EconomyMessage } from './message.ts'

/** Carries what was committed to whoever shows it. */
export interface Bus {
  publish(message: EconomyMessage): void
  /** @returns how to stop listening. */
  subscribe(listen: (message: EconomyMessage) => void): () => void
}

/** The bus of a single process: a call, in order, before the writer answers anybody. */
export function createInProcessBus(onError: (error: unknown) => void): Bus {
  const listeners = new Set<(message: EconomyMessage) => void>()
  return {
    publish(message) {
      for (const listen of listeners) {
        try {
          listen(message)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
}
