import type { createEvent } from '@clutch/contract/live'
import type { AreaUpdates } from '../bus/message.ts'

export type EventPayload = NonNullable<Parameters<typeof createEvent>[0]['payload']>

/** Receives the live events of an area. */
export interface FrameSink {
  /** Whether a player is connected to this server; events for others need not be created. */
  isConnected(userId: string): boolean
  /**
   * For all players.
   * @param key replaces an unsent event of the same key
   */
  toAll(key: string, payload: EventPayload): void
  /** For one player. */
  toPlayer(userId: string, key: string, payload: EventPayload): void
  /** Whether any connection views an item's order book. */
  isViewed(itemId: number): boolean
  /** For connections that view an item's order book. */
  toViewers(itemId: number, key: string, payload: EventPayload): void
}

/** Converts an area's updates of a batch to live events. */
export interface LiveArea {
  readonly frames?: (updates: Partial<AreaUpdates>, sink: FrameSink, messageId: number) => void
}
