import type { BusMessages, Topic } from './message.ts'

/** Carries what happened on one server to all of them, each topic in the order it was published. */
export interface Bus {
  publish<Name extends Topic>(topic: Name, message: BusMessages[Name]): void
  /** @returns how to stop listening. */
  subscribe<Name extends Topic>(topic: Name, listen: (message: BusMessages[Name]) => void): () => void
}

type Listeners = { readonly [Name in Topic]: Set<(message: BusMessages[Name]) => void> }

/** A bus that other servers may be on: what they said may have been missed. */
export interface SharedBus extends Bus {
  onMissed(listen: () => void): void
}

/** The bus of a single process: a call, in order, before the writer answers anybody. */
export function createInProcessBus(onError: (error: unknown) => void): Bus {
  const listeners: Listeners = {
    economy: new Set(),
    session_ended: new Set(),
    chat: new Set(),
    news: new Set(),
    presence: new Set(),
    keys_used: new Set(),
    command: new Set(),
    command_outcome: new Set(),
    writer_started: new Set(),
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
