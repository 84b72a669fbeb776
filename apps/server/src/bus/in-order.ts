import { createInProcessBus, type Bus, type SharedBus } from './bus.ts'

/** A bus that delivers economy messages in order of their ids, each once. */
export interface OrderedBus extends Bus {
  /** Calls back when messages were lost: state derived from the bus is out of date until it is reloaded. */
  onMissed(listen: () => void): void
}

/**
 * Orders the messages of a bus and drops duplicate and late ones. Ids rise by one with every batch, so a gap shows with the
 * next message, which is delivered after `onMissed` was called. A gap that the bus has already announced itself is not
 * reported again.
 */
export function inOrder(bus: Bus | SharedBus, onError: (error: unknown) => void): OrderedBus {
  const ordered = createInProcessBus(onError)
  const missed: (() => void)[] = []
  let lastId: number | undefined
  let isGapReported = false
  const reportMissed = (): void => missed.forEach((listen) => listen())
  if ('onMissed' in bus) {
    bus.onMissed(() => {
      isGapReported = true
      reportMissed()
    })
  }
  bus.subscribe('economy', (message) => {
    if (lastId !== undefined && message.id <= lastId) return
    const isNext = lastId === undefined || message.id === lastId + 1
    if (!isNext && !isGapReported) reportMissed()
    lastId = message.id
    isGapReported = false
    ordered.publish('economy', message)
  })
  return {
    publish: (topic, message) => bus.publish(topic, message),
    subscribe: (topic, listen) =>
      topic === 'economy' ? ordered.subscribe(topic, listen) : bus.subscribe(topic, listen),
    onMissed: (listen) => void missed.push(listen),
  }
}
