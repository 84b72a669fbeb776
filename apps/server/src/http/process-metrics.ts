import type { FastifyInstance } from 'fastify'

/** Whoever scrapes does so every few seconds; ten times a second, as by itself, it takes half a hundredth of a core. */
const UTILIZATION_EVERY_MS = 1_000

type MetricsClient = FastifyInstance['metrics']['client']

/** Measures with timers that nothing ends: once for the process, however many apps have run in it. */
let measured: InstanceType<MetricsClient['Registry']> | undefined

/** What the process tells of itself at `/metrics`: its processor time, its memory, how late its events come. */
export function publishProcessMetrics(app: FastifyInstance): void {
  const { client } = app.metrics
  if (measured === undefined) {
    measured = new client.Registry()
    client.collectDefaultMetrics({ register: measured, eventLoopUtilizationTimeout: UTILIZATION_EVERY_MS })
  }
  for (const { name } of measured.getMetricsAsArray()) {
    const metric = measured.getSingleMetric(name)
    if (metric !== undefined) client.register.registerMetric(metric)
  }
}
