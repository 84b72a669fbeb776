import type { WriterStats } from '../writer/writer.ts'

/** Longer than any batch takes: a queue without progress for this long is stuck. */
const STALL_MS = 5_000

/** Returns a function that reports, from the writer's counters, whether its queue makes progress. */
export function watchQueue(stats: () => WriterStats, nowMs: () => number = () => performance.now()): () => boolean {
  let lastDone = -1
  let lastMovedAtMs = nowMs()
  return () => {
    const { commands, failedBatches, queued } = stats()
    const done = commands + failedBatches
    if (queued === 0 || done !== lastDone) {
      lastDone = done
      lastMovedAtMs = nowMs()
    }
    return nowMs() - lastMovedAtMs <= STALL_MS
  }
}
