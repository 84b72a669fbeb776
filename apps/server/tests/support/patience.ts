/**
 * Longest wait of a test for an expected event. Generous for busy machines; it costs nothing, because events are
 * detected at once.
 */
export const PATIENCE_MS = 60_000
