import { SECOND_MS } from '@clutch/contract/formats'
import type { FastifyInstance } from 'fastify'
import type { WriterObserver } from '../writer/submission.ts'
import type { WriterStats } from '../writer/writer.ts'

const SIZE_BUCKETS = [1, 5, 20, 50, 100, 200, 350, 500]
const TIME_BUCKETS_SEC = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8]

/** Publishes the writer's counters at `/metrics`; they are read on each scrape. */
export function publishWriterMetrics(app: FastifyInstance, stats: () => WriterStats): void {
  const { Counter, Gauge, register } = app.metrics.client
  const counters: Readonly<Record<string, readonly [keyof WriterStats, string]>> = {
    clutch_batches_total: ['batches', 'Batches committed'],
    clutch_settled_total: ['settled', 'Jobs and harvest groups that ended'],
    clutch_failed_batches_total: ['failedBatches', 'Batches whose commit failed'],
  }
  for (const [name, [count, help]] of Object.entries(counters)) {
    register.registerMetric(
      new Counter({
        name,
        help,
        registers: [],
        collect(): void {
          this.reset()
          this.inc(stats()[count])
        },
      }),
    )
  }
  register.registerMetric(
    new Gauge({
      name: 'clutch_waiting_commands',
      help: 'Commands in the queue',
      registers: [],
      collect(): void {
        this.set(stats().queued)
      },
    }),
  )
}

/** Counts commands by type and outcome, and batches by size and duration. */
export function observeWriter(app: FastifyInstance): WriterObserver {
  const { Counter, Histogram, register } = app.metrics.client
  const commands = new Counter({
    name: 'clutch_commands_total',
    help: 'Commands with a response',
    labelNames: ['type', 'outcome'],
    registers: [],
  })
  const sizes = new Histogram({
    name: 'clutch_batch_commands',
    help: 'Commands per batch',
    buckets: SIZE_BUCKETS,
    registers: [],
  })
  const times = new Histogram({
    name: 'clutch_batch_commit_seconds',
    help: 'Duration of a batch commit',
    buckets: TIME_BUCKETS_SEC,
    registers: [],
  })
  for (const metric of [commands, sizes, times]) register.registerMetric(metric)
  return {
    batchCommitted(count, timeMs) {
      sizes.observe(count)
      times.observe(timeMs / SECOND_MS)
    },
    responded({ type }, outcome) {
      commands.inc({ type, outcome: outcome.ok ? 'ok' : outcome.error.code })
    },
  }
}
