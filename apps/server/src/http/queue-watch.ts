import type { WriterStats } from '../writer/writer.ts'

/** Longer than any batch takes: a queue in which nothing was decided for this long stands. */
const STANDSTILL_MS = 5_000

/** Tells from the writer's counts, each time it is asked, whether its queue moves. */
export function watchQueue(stats: () => WriterStats, nowMs: () => number = () => performance.now()): () => boolean {
  let lastDone = -1
  let lastMovedAtMs = nowMs()
  return () => {
    const { commands, failedBatches, waiting } = stats()
    const done = commands + failedBatches
    if (waiting === 0 || done !== lastDone) {
      lastDone = done
      lastMovedAtMs = nowMs()
    }
    return nowMs() - lastMovedAtMs <= STANDSTILL_MS
  }
}
