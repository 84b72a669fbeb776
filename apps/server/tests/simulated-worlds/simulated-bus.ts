import type { Rng } from '@clutch/economy'
import { createInProcessBus, type Bus } from '../../src/bus/bus.ts'

/** One message in this many is dropped, duplicated or reordered. */
const FAULT_ONE_IN = 10
const DELAY_MS = 50

/** A bus between servers that drops, duplicates and reorders messages, at random from a seed, until it is calm. */
export function createSimulatedBus(rng: Rng, isCalm: () => boolean): Bus {
  const bus = createInProcessBus((error) => {
    throw error
  })
  return {
    publish(topic, message) {
      const fault = isCalm() || rng.below(FAULT_ONE_IN) > 0 ? undefined : rng.below(3)
      if (fault === 0) return
      if (fault === 1) bus.publish(topic, message)
      if (fault === 2) setTimeout(() => bus.publish(topic, message), rng.below(DELAY_MS))
      else bus.publish(topic, message)
    },
    subscribe: (topic, listen) => bus.subscribe(topic, listen),
  }
}
