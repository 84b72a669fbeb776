import type { BusMessages, Topic } from './message.ts'

/** Delivers messages to all servers, each topic in the order of publication. */
export interface Bus {
  publish<Name extends Topic>(topic: Name, message: BusMessages[Name]): void
  /** @returns a function that unsubscribes */
  subscribe<Name extends Topic>(topic: Name, listen: (message: BusMessages[Name]) => void): () => void
}

type Listeners = { readonly [Name in Topic]: Set<(message: BusMessages[Name]) => void> }

/** A bus shared with other servers, whose messages can be lost. */
export interface SharedBus extends Bus {
  onMissed(listen: () => void): void
}

/** The bus of a single process: calls listeners synchronously, before the writer responds. */
export function createInProcessBus(onError: (error: unknown) => void): Bus {
  const listeners: Listeners = {
    economy: new Set(),
    session_ended: new Set(),
    chat: new Set(),
    news: new Set(),
    presence: new Set(),
    keys_used: new Set(),
    writer_here: new Set(),
    budget_spent: new Set(),
  }
  return {
    publish(topic, message) {
      for (const listen of listeners[topic]) {
        try {
          listen(message)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(topic, listen) {
      listeners[topic].add(listen)
      return () => listeners[topic].delete(listen)
    },
  }
}
