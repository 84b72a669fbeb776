import type { FastifyInstance } from 'fastify'
import type { Writer, WriterStats } from '../writer/writer.ts'

/** The writer's counts at `/metrics`, read when somebody asks for them. */
export function publishWriterMetrics(app: FastifyInstance, writer: Writer): void {
  const { Counter, Gauge, register } = app.metrics.client
  const counters: Readonly<Record<string, readonly [keyof WriterStats, string]>> = {
    clutch_commands_total: ['commands', 'Commands decided and answered'],
    clutch_batches_total: ['batches', 'Batches made durable'],
    clutch_settled_total: ['settled', 'Jobs and harvest groups that ended'],
    clutch_failed_batches_total: ['failedBatches', 'Batches that could not be made durable'],
  }
  for (const [name, [count, help]] of Object.entries(counters)) {
    register.registerMetric(
      new Counter({
        name,
        help,
        registers: [],
        collect(): void {
          this.reset()
          this.inc(writer.stats()[count])
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
        this.set(writer.stats().waiting)
      },
    }),
  )
}
