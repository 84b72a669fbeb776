import type { FastifyInstance } from 'fastify'

/** Sampling interval of the event loop's delay; the default of 10 ms takes 0.5 % of a core. */
const UTILIZATION_EVERY_MS = 1_000

type MetricsClient = FastifyInstance['metrics']['client']

/** Its timers never end, so it is started once per process, however many apps run in it. */
let measured: InstanceType<MetricsClient['Registry']> | undefined

/** Publishes processor time, memory and event-loop delay at `/metrics`. */
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
