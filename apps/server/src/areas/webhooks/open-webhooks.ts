import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { SECOND_MS } from '@clutch/contract/formats'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { ExclusiveWork } from '../../tasks/exclusive-work.ts'
import { WebhookSender } from './send.ts'
import { targetRulesOf } from './target-address.ts'
import { WebhookDeliverer, type WebhookDelivererOptions } from './webhook-deliverer.ts'

/** Sending events to webhooks. */
export interface OpenWebhooks {
  readonly sender: WebhookSender
  /** Delivers at one of the servers. */
  readonly delivery: ExclusiveWork
  readonly close: () => void
}

const TIME_BUCKETS_SEC = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

/** Opens what delivers webhooks, and publishes its metrics. */
export function openWebhooks(
  app: FastifyInstance,
  { store, bus, config }: Context & { readonly config: Config },
  log: Logger,
  retryDelaysMs: WebhookDelivererOptions['retryDelaysMs'],
  isCopy: () => boolean,
): OpenWebhooks {
  const { db } = store
  const { Counter, Gauge, Histogram, register } = app.metrics.client
  const attempts = new Counter({
    name: 'clutch_webhook_attempts_total',
    help: 'Attempts to deliver events to webhooks, by this server',
    labelNames: ['state'],
    registers: [],
  })
  const times = new Histogram({
    name: 'clutch_webhook_attempt_seconds',
    help: 'Duration of attempts to deliver events to webhooks',
    buckets: TIME_BUCKETS_SEC,
    registers: [],
  })
  const endpoints = new Gauge({
    name: 'clutch_webhooks',
    help: 'Endpoints of webhooks: working, failing, or disabled because of their failures',
    labelNames: ['state'],
    registers: [],
    async collect(): Promise<void> {
      const { rows } = await sql<Record<string, number>>`select
        count(*) filter (where is_enabled and failing_since_ms is null) as working,
        count(*) filter (where is_enabled and failing_since_ms is not null) as failing,
        count(*) filter (where disabled_because is not null) as disabled from webhook`.execute(db)
      for (const [state, count] of Object.entries(rows[0] ?? {})) this.set({ state }, count)
    },
  })
  for (const metric of [attempts, times, endpoints]) register.registerMetric(metric)
  const sender = new WebhookSender(targetRulesOf(config))
  const deliverer = new WebhookDeliverer({
    db,
    bus,
    sender,
    log,
    retryDelaysMs,
    observe(state, latencyMs) {
      attempts.inc({ state })
      times.observe(latencyMs / SECOND_MS)
    },
  })
  return {
    sender,
    delivery: new ExclusiveWork({
      db,
      isShared: store.embedded === undefined,
      name: 'deliver-webhooks',
      mayRun: () => !isCopy(),
      run: (signal) => deliverer.run(signal),
      log,
    }),
    close: () => sender.close(),
  }
}
