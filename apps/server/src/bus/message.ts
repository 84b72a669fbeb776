/**
 * What one committed batch changed, as far as anybody watches. Plain JSON: it also lies in the outbox, and it travels
 * between servers.
 */
export interface EconomyMessage {
  /** Rises by one with every batch. */
  readonly id: number
  readonly atMs: number
  readonly updates: Partial<AreaUpdates>
}

/** What each area tells of a batch, by name; the areas add theirs. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the areas
export interface AreaUpdates {}

/** Everything that travels on the bus, by topic; whoever sends something new adds it. */
export interface BusMessages {
  readonly economy: EconomyMessage
  /** A sign-in has ended: its connections close on every server. */
  readonly session_ended: { readonly sessionId: string }
}

export type Topic = keyof BusMessages
