import type { EconomyEvent, World } from '@clutch/economy'
import type { EconomyMessage } from '../bus/message.ts'
import type { EconomyArea } from './area.ts'
import { EventDispatch } from './batch-rows.ts'

/** Gathers what a batch will have to tell, from all areas. */
export class BatchUpdates {
  readonly #takes: readonly (() => EconomyMessage['updates'])[]
  readonly #before: EventDispatch
  readonly #after: EventDispatch

  constructor(areas: readonly EconomyArea[], world: World) {
    const drafts = areas.flatMap(({ updates }) => (updates === undefined ? [] : [updates(world)]))
    this.#takes = drafts.map(({ take }) => take)
    this.#before = new EventDispatch(drafts.flatMap(({ beforeApply }) => beforeApply ?? []))
    this.#after = new EventDispatch(drafts.map(({ on }) => on))
  }

  beforeApply(events: readonly EconomyEvent[]): void {
    this.#before.dispatch(events)
  }

  add(events: readonly EconomyEvent[]): void {
    this.#after.dispatch(events)
  }

  toMessage(atMs: number): Omit<EconomyMessage, 'id'> {
    const updates: EconomyMessage['updates'] = {}
    for (const take of this.#takes) Object.assign(updates, take())
    return { atMs, updates }
  }
}
