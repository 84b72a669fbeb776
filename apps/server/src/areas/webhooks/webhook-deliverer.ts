import { randomInt } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_SEC, SECOND_MS } from '@clutch/contract/formats'
import type { WebhookDelivery } from '@clutch/contract'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Bus } from '../../bus/bus.ts'
import type { Database } from '../../store/database.ts'
import { pauseUntil } from '../../tasks/exclusive-work.ts'
import { nextEvents, type Event } from '../events/read-events.ts'
import {
  deleteOldDeliveries,
  isDelivered,
  storeProgress,
  toDelivery,
  toMessage,
  type Progress,
  type WebhookDeliveryTable,
} from './deliveries.ts'
import type { SentWebhook, WebhookSender } from './send.ts'
import { findWebhook, listWebhooks, typesOf, validSecrets, type WebhookRow } from './webhooks.ts'

const MINUTE_MS = MINUTE_SEC * SECOND_MS

/** Delays before the retries of an event, which is given up when the last one fails (integration §3). */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
]
/** Delays vary by this part, so that a receiver of many installations does not get all retries at once. */
const JITTER = 0.1
/** An endpoint that fails for this long is disabled. */
const FAILING_MAX_MS = 5 * DAY_MS
const BODY_BYTES_MAX = 64 * 1_024
const GONE = 410

/** Events read at once. */
const PAGE_SIZE = 100
/** How long a read waits for an event. */
const WAIT_SEC = 5
/** While deliveries succeed, progress is stored this often: storing each would cost a commit per event. */
const STORE_EVERY_MS = 250
/** How often endpoints are read for changes. */
const LOOK_EVERY_MS = 1_000
const DELETE_OLD_EVERY_MS = MINUTE_MS
/** How long a running attempt may go on when the server stops. */
const STOP_GRACE_MS = 3_000

export interface WebhookDelivererOptions {
  readonly db: Kysely<Database>
  readonly bus: Bus
  readonly sender: WebhookSender
  readonly log: Logger
  /** Called after each attempt. */
  readonly observe: (state: WebhookDelivery['state'], latencyMs: number) => void
  /** Shorter in tests. */
  readonly retryDelaysMs?: readonly number[] | undefined
  readonly nowMs?: (() => number) | undefined
}

/**
 * Delivers events to webhooks. Each endpoint is a reader of the event log: its cursor moves past an event when that is
 * delivered or given up, so its deliveries are in order, and neither another endpoint nor the writer ever waits for it.
 * An event may be delivered twice if the server dies between a response and the commit of the cursor.
 */
export class WebhookDeliverer {
  readonly #options: WebhookDelivererOptions
  readonly #nowMs: () => number
  readonly #retryDelaysMs: readonly number[]
  /** Revisions of all endpoints as last read: a change ends the page that is being delivered. */
  #revisions: ReadonlyMap<string, number> = new Map()

  constructor(options: WebhookDelivererOptions) {
    this.#options = options
    this.#nowMs = options.nowMs ?? Date.now
    this.#retryDelaysMs = options.retryDelaysMs ?? RETRY_DELAYS_MS
  }

  /** Delivers until the signal. Only one server may run this at a time. */
  async run(signal: AbortSignal): Promise<void> {
    const { db, log } = this.#options
    const cutOff = afterGrace(signal)
    const running = new Map<string, Promise<void>>()
    let deletedAtMs = -Infinity
    while (!signal.aborted) {
      try {
        const webhooks = await listWebhooks(db)
        this.#revisions = new Map(webhooks.map(({ webhook_id, revision }) => [webhook_id, revision]))
        for (const { webhook_id: id } of webhooks) {
          if (!running.has(id))
            running.set(
              id,
              this.#serve(id, signal, cutOff).finally(() => running.delete(id)),
            )
        }
        if (performance.now() - deletedAtMs > DELETE_OLD_EVERY_MS) {
          deletedAtMs = performance.now()
          for (const { webhook_id: id } of webhooks) await deleteOldDeliveries(db, id, this.#nowMs())
        }
      } catch (error) {
        log.warn({ err: error }, 'reading webhooks failed')
      }
      await pauseUntil(LOOK_EVERY_MS, signal)
    }
    await Promise.all(running.values())
  }

  /** Delivers to one endpoint until it is deleted. */
  async #serve(id: string, signal: AbortSignal, cutOff: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const webhook = await findWebhook(this.#options.db, id)
        if (webhook === undefined) return
        const waitMs = webhook.is_enabled ? webhook.next_attempt_at_ms - this.#nowMs() : LOOK_EVERY_MS
        if (waitMs > 0) await pauseUntil(Math.min(waitMs, LOOK_EVERY_MS), signal)
        else await this.#deliverNext(webhook, signal, cutOff)
      } catch (error) {
        this.#options.log.warn({ err: error, webhook: id }, 'delivering webhooks failed')
        await pauseUntil(LOOK_EVERY_MS, signal)
      }
    }
  }

  /** Delivers the next events, up to the first failure. Waits for one if there is none. */
  async #deliverNext(webhook: WebhookRow, signal: AbortSignal, cutOff: AbortSignal): Promise<void> {
    const types = webhook.types.length === 0 ? undefined : typesOf(webhook)
    const query = { after: webhook.cursor, limit: PAGE_SIZE, types, wait: WAIT_SEC }
    const page = await nextEvents(this.#options, query, signal)
    if (!page.ok) {
      this.#options.log.warn({ webhook: webhook.webhook_id, err: page.error }, 'webhook missed events')
      await storeProgress(this.#options.db, webhook, { ...webhook, cursor: '' }, [])
      return
    }
    // It may have been changed during the wait.
    if (page.value.events.length > 0 && !(await this.#isCurrent(webhook))) return
    let stored = webhook
    let progress: Progress = webhook
    let deliveries: WebhookDeliveryTable[] = []
    let storedAtMs = performance.now()
    const store = async (): Promise<boolean> => {
      const isStored = await storeProgress(this.#options.db, stored, progress, deliveries)
      stored = { ...stored, ...progress }
      deliveries = []
      storedAtMs = performance.now()
      return isStored
    }
    for (const event of page.value.events) {
      if (signal.aborted || (this.#revisions.get(webhook.webhook_id) ?? Infinity) > webhook.revision) break
      const attempted = await this.#attempt({ ...stored, ...progress }, event, cutOff)
      if (attempted === undefined) break
      progress = attempted.progress
      deliveries.push(attempted.delivery)
      if (progress.next_attempt_at_ms > 0 || !progress.is_enabled) break
      if (performance.now() - storedAtMs > STORE_EVERY_MS && !(await store())) return
    }
    const isWhole = progress.cursor === page.value.events.at(-1)?.id || page.value.events.length === 0
    // Also past events of other types.
    if (isWhole) progress = { ...progress, cursor: page.value.next }
    if (deliveries.length > 0 || progress.cursor !== stored.cursor) await store()
  }

  async #isCurrent({ webhook_id, revision }: WebhookRow): Promise<boolean> {
    const now = await findWebhook(this.#options.db, webhook_id)
    return now?.revision === revision
  }

  /** One attempt. @returns undefined if it was cut off because the server stops */
  async #attempt(
    webhook: WebhookRow,
    event: Event,
    cutOff: AbortSignal,
  ): Promise<{ progress: Progress; delivery: WebhookDeliveryTable } | undefined> {
    const { sender, observe } = this.#options
    const message = toMessage(event)
    const isTooLarge = Buffer.byteLength(message.body) > BODY_BYTES_MAX
    const attempt = webhook.failed_attempts + 1
    let sent: SentWebhook
    if (isTooLarge) {
      sent = { atMs: this.#nowMs(), latencyMs: 0, status: null, error: 'TOO_LARGE' }
    } else {
      const target = { url: webhook.url, secrets: validSecrets(webhook, this.#nowMs()) }
      sent = await sender.send(target, message, cutOff)
      if (cutOff.aborted && sent.status === null) return undefined
    }
    const isLast = isTooLarge || attempt > this.#retryDelaysMs.length
    const state = isDelivered(sent) ? 'delivered' : isLast ? 'given_up' : 'failed'
    observe(state, sent.latencyMs)
    const body = isTooLarge ? '' : message.body
    const delivery = toDelivery(webhook.webhook_id, { ...message, body }, sent, { trigger: 'event', attempt, state })
    if (isTooLarge) return { progress: { ...webhook, cursor: event.id }, delivery }
    return { progress: this.#progressAfter(webhook, event.id, state, sent), delivery }
  }

  #progressAfter(
    webhook: WebhookRow,
    eventId: string,
    state: WebhookDelivery['state'],
    { status }: SentWebhook,
  ): Progress {
    const nowMs = this.#nowMs()
    if (state === 'delivered') {
      return {
        ...webhook,
        cursor: eventId,
        failed_attempts: 0,
        next_attempt_at_ms: 0,
        failing_since_ms: null,
        delivered_at_ms: nowMs,
      }
    }
    const failingSinceMs = webhook.failing_since_ms ?? nowMs
    const because = status === GONE ? 'gone' : nowMs - failingSinceMs >= FAILING_MAX_MS ? 'failing' : null
    if (because !== null) {
      this.#options.log.warn({ webhook: webhook.webhook_id, because }, 'webhook disabled')
    }
    const delayMs = this.#retryDelaysMs[webhook.failed_attempts] ?? this.#retryDelaysMs[0] ?? 0
    return {
      ...webhook,
      cursor: state === 'given_up' ? eventId : webhook.cursor,
      failed_attempts: state === 'given_up' ? 0 : webhook.failed_attempts + 1,
      next_attempt_at_ms: nowMs + withJitter(delayMs),
      failing_since_ms: failingSinceMs,
      is_enabled: because === null,
      disabled_because: because,
    }
  }
}

function withJitter(delayMs: number): number {
  const spreadMs = Math.round(delayMs * JITTER)
  return delayMs + randomInt(-spreadMs, spreadMs + 1)
}

/** Aborted some time after another signal. */
function afterGrace(signal: AbortSignal): AbortSignal {
  const cutOff = new AbortController()
  signal.addEventListener('abort', () => setTimeout(() => cutOff.abort(), STOP_GRACE_MS).unref(), { once: true })
  return cutOff.signal
}
