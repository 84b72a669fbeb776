import type { createEvent } from '@clutch/contract/live'
import type { AreaUpdates } from '../bus/message.ts'

export type EventPayload = NonNullable<Parameters<typeof createEvent>[0]['payload']>

/** Where an area puts what it tells the live connection. */
export interface FrameSink {
  /** Whether anybody of a player's is connected: what nobody hears need not be made. */
  isConnected(userId: string): boolean
  /**
   * For everybody.
   * @param key a later event of the same key takes the place of this one as long as it was not sent
   */
  toAll(key: string, payload: EventPayload): void
  /** For one player. */
  toPlayer(userId: string, key: string, payload: EventPayload): void
  /** Whether anybody looks at an item's book. */
  isViewed(itemId: number): boolean
  /** For those who look at an item's book. */
  toViewers(itemId: number, key: string, payload: EventPayload): void
}

/** What an area tells the live connection of a batch. */
export interface LiveArea {
  readonly frames?: (updates: Partial<AreaUpdates>, sink: FrameSink, messageId: number) => void
}
