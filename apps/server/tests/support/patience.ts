/**
 * How long a test waits for what must come, before it says that it does not: a machine may be busy for a while. What
 * has come is seen at once, so patience costs nothing where all is well.
 */
export const PATIENCE_MS = 60_000
