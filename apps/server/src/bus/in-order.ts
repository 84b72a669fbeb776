import { createInProcessBus, type Bus, type SharedBus } from './bus.ts'

/** A bus whose economy messages come in rising order of their ids and each once. */
export interface OrderedBus extends Bus {
  /** Calls back when a message is missing: whatever follows the bus is out of date until it has read again. */
  onMissed(listen: () => void): void
}

/**
 * The messages of a bus in order: what comes twice or late is dropped. Ids rise by one with every batch, so a message
 * that is missing shows with the next one, which is handed on after `onMissed` was called. Where the bus itself said that
 * something was perhaps missed, everybody has read again since: what the next message shows is told already.
 */
export function inOrder(bus: Bus | SharedBus, onError: (error: unknown) => void): OrderedBus {
  const ordered = createInProcessBus(onError)
  const missed: (() => void)[] = []
  let lastId: number | undefined
  let isGapTold = false
  const tellMissed = (): void => missed.forEach((listen) => listen())
  if ('onMissed' in bus) {
    bus.onMissed(() => {
      isGapTold = true
      tellMissed()
    })
  }
  bus.subscribe('economy', (message) => {
    if (lastId !== undefined && message.id <= lastId) return
    const isNext = lastId === undefined || message.id === lastId + 1
    if (!isNext && !isGapTold) tellMissed()
    lastId = message.id
    isGapTold = false
    ordered.publish('economy', message)
  })
  return {
    publish: (topic, message) => bus.publish(topic, message),
    subscribe: (topic, listen) =>
      topic === 'economy' ? ordered.subscribe(topic, listen) : bus.subscribe(topic, listen),
    onMissed: (listen) => void missed.push(listen),
  }
}
