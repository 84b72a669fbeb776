import { createInProcessBus, type Bus, type SharedBus } from './bus.ts'

/** A bus whose economy messages come in rising order of their ids and each once. */
export interface OrderedBus extends Bus {
  /** Calls back when a message is missing: whatever follows the bus is out of date until it has read again. */
  onMissed(listen: () => void): void
}

/**
 * The messages of a bus in order: what comes twice or late is dropped. Ids rise by one with every batch, so a message
 * that is missing shows with the next one, which is handed on after `onMissed` was called.
 */
export function inOrder(bus: Bus | SharedBus, onError: (error: unknown) => void): OrderedBus {
  const ordered = createInProcessBus(onError)
  const missed: (() => void)[] = []
  if ('onMissed' in bus) bus.onMissed(() => missed.forEach((listen) => listen()))
  let lastId: number | undefined
  bus.subscribe('economy', (message) => {
    if (lastId !== undefined && message.id <= lastId) return
    const isNext = lastId === undefined || message.id === lastId + 1
    lastId = message.id
    if (!isNext) for (const listen of missed) listen()
    ordered.publish('economy', message)
  })
  return {
    publish: (topic, message) => bus.publish(topic, message),
    subscribe: (topic, listen) =>
      topic === 'economy' ? ordered.subscribe(topic, listen) : bus.subscribe(topic, listen),
    onMissed: (listen) => void missed.push(listen),
  }
}
