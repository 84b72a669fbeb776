/**
 * The changes of a committed batch that are broadcast. Plain JSON: it is also stored in the outbox and sent between
 * servers.
 */
export interface EconomyMessage {
  /** Rises by one with every batch. */
  readonly id: number
  readonly atMs: number
  readonly updates: Partial<AreaUpdates>
}

/** Updates of a batch by name; the areas add theirs. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the areas
export interface AreaUpdates {}

/** Message types by topic; each module adds its own. */
export interface BusMessages {
  readonly economy: EconomyMessage
  /** A session has ended: its connections are closed on every server. */
  readonly session_ended: { readonly sessionId: string }
}

export type Topic = keyof BusMessages
