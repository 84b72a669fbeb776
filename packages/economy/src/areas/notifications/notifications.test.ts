import { describe, expect, it } from 'vitest'
import { rngFromText } from '../../core/chance/rng.ts'
import type { Command } from '../../core/command.ts'
import { asItemId } from '../../core/numbers.ts'
import { needsOf } from '../../economy.ts'
import { SampleEconomy, numberedId, userNumber } from '../../../testing/fixture.ts'
import { HERB, ORE, QUEST_LETTER } from '../../../testing/sample-recipes.ts'
import type { CreatePriceAlert } from './commands.ts'
import { PRICE_ALERTS_MAX, WATCHED_ITEMS_MAX } from './decide-alerts.ts'
import { asNotificationId, type Notification } from './notification.ts'
import { asAlertId, isReached, type PriceAlert } from './price-alert.ts'

const [ANNA, BORIS] = [userNumber(1), userNumber(2)]

function economy(): SampleEconomy {
  const sample = new SampleEconomy([ANNA, BORIS])
  sample.run({ type: 'grant', userId: BORIS, kind: 'quest_drop', coins: 1_000, items: [{ itemId: ORE, count: 99 }] })
  return sample
}

function waitFor(price: number, change: Partial<CreatePriceAlert> = {}): CreatePriceAlert {
  const alert = { userId: ANNA, itemId: ORE, side: 'sell', direction: 'below', price } as const
  return { type: 'create_price_alert', ...alert, ...change }
}

function offer(price: number): Command {
  const preferred = { currency: 'coin', price } as const
  return { type: 'place_lot', userId: BORIS, side: 'sell', itemId: ORE, price, count: 1, mode: 'rest', preferred }
}

/** Runs a command and then, like the writer, the alerts it triggered. */
function run(
  sample: SampleEconomy,
  command: Command,
): { code: string; alert?: PriceAlert; notifications: Notification[] } {
  const events = []
  const outcome = sample.run(command)
  if (!outcome.ok) return { code: outcome.error.code, notifications: [] }
  events.push(...outcome.value)
  for (const { userId, id } of sample.world.notifications.reachedAlerts(ORE)) {
    const triggered = sample.run({ type: 'trigger_price_alert', userId, alertId: id })
    if (triggered.ok) events.push(...triggered.value)
  }
  const alert = events.find((event) => event.type === 'alert_created')?.alert
  const notifications = events.flatMap((event) => (event.type === 'notification_added' ? [event.notification] : []))
  return { code: 'ok', ...(alert === undefined ? {} : { alert }), notifications }
}

describe('a price alert', () => {
  it('triggers once, at the price that triggered it', () => {
    const sample = economy()
    expect(run(sample, waitFor(50)).notifications).toEqual([])
    expect(run(sample, offer(51)).notifications).toEqual([])
    const expected = {
      kind: 'price_alert',
      userId: ANNA,
      price: 49,
      count: 0,
      alert: { direction: 'below', price: 50 },
    }
    expect(run(sample, offer(49)).notifications).toMatchObject([expected])
    expect(run(sample, offer(48)).notifications).toEqual([])
    expect(sample.world.account(ANNA).notifications.alerts.size).toBe(0)
  })

  it('triggers immediately when its price is already reached', () => {
    const sample = economy()
    run(sample, offer(49))
    const { alert, notifications } = run(sample, waitFor(49))
    expect(notifications).toMatchObject([{ price: 49, alert: { price: 49 } }])
    expect(alert).toMatchObject({ price: 49 })
    expect(sample.world.account(ANNA).notifications.alerts.size).toBe(0)
  })

  it('is not triggered by an empty book, another side or another direction', () => {
    const sample = economy()
    run(sample, waitFor(1_000, { side: 'buy' }))
    run(sample, waitFor(1_000, { direction: 'above' }))
    expect(run(sample, offer(10)).notifications).toEqual([])
    expect(run(sample, waitFor(10, { direction: 'above' })).notifications).toHaveLength(1)
  })

  it('does not trigger before its price is reached', () => {
    const sample = economy()
    const alertId = run(sample, waitFor(50)).alert?.id ?? asAlertId('none')
    const trigger = { type: 'trigger_price_alert', userId: ANNA, alertId } as const
    expect(run(sample, trigger).code).toBe('alert_not_found')
    run(sample, offer(51))
    expect(run(sample, trigger).code).toBe('alert_not_found')
    expect(sample.world.account(ANNA).notifications.alerts.size).toBe(1)
  })

  it('can be deleted only by its owner', () => {
    const sample = economy()
    const alertId = run(sample, waitFor(50)).alert?.id ?? asAlertId('none')
    expect(run(sample, { type: 'delete_price_alert', userId: BORIS, alertId }).code).toBe('alert_not_found')
    expect(run(sample, { type: 'delete_price_alert', userId: ANNA, alertId }).code).toBe('ok')
    expect(run(sample, { type: 'delete_price_alert', userId: ANNA, alertId }).code).toBe('alert_not_found')
    expect(run(sample, offer(1)).notifications).toEqual([])
  })

  it.each([
    ['an unknown item', { itemId: asItemId(77) }, 'unknown_item'],
    ['an unsellable item', { itemId: QUEST_LETTER }, 'item_not_sellable'],
    ['no price', { price: 0 }, 'invalid_price'],
  ])('is rejected for %s', (_, change, code) => {
    expect(run(economy(), waitFor(5, change)).code).toBe(code)
  })

  it('is limited per player', () => {
    const sample = economy()
    for (let index = 0; index < PRICE_ALERTS_MAX; index += 1) run(sample, waitFor(5))
    expect(run(sample, waitFor(5)).code).toBe('too_many_alerts')
    expect(run(sample, offer(5)).notifications).toHaveLength(PRICE_ALERTS_MAX)
    expect(run(sample, waitFor(1)).code).toBe('ok')
  })

  it('triggers exactly when its price is reached, whatever other alerts exist', () => {
    const rng = rngFromText('alerts')
    const sample = economy()
    const waiting = new Map<string, PriceAlert>()
    for (let step = 0; step < 400; step += 1) {
      const dice = rng.below(3)
      const side = rng.below(2) === 0 ? 'buy' : 'sell'
      const price = 1 + rng.below(30)
      const direction = rng.below(2) === 0 ? 'above' : 'below'
      const preferred = { currency: 'coin', price } as const
      const order = { type: 'place_lot', userId: BORIS, itemId: ORE, count: 1, preferred, mode: 'rest' } as const
      const { alert, notifications } = run(
        sample,
        dice === 0 ? waitFor(price, { side, direction }) : { ...order, side, price },
      )
      if (alert !== undefined) waiting.set(alert.id, alert)
      const due = [...waiting.values()].filter((each) =>
        isReached(each, sample.world.marketplace.book(ORE).bestPrice(each.side)),
      )
      expect(notifications.length).toBe(due.length)
      for (const { id } of due) waiting.delete(id)
      expect(sample.world.account(ANNA).notifications.alerts.size).toBe(waiting.size)
    }
  })
})

describe('a completely filled lot', () => {
  it('notifies its owner, with the id of the trade', () => {
    const sample = economy()
    run(sample, { ...offer(10), count: 3 } as Command)
    sample.run({ type: 'grant', userId: ANNA, kind: 'quest_drop', coins: 1_000, items: [] })
    const buy = { ...offer(10), userId: ANNA, side: 'buy', mode: 'now' } as const
    expect(run(sample, { ...buy, count: 2 } as Command).notifications).toEqual([])
    const { notifications } = run(sample, buy)
    expect(notifications).toMatchObject([{ kind: 'lot_filled', userId: BORIS, side: 'sell', price: 10, count: 3 }])
  })
})

describe('the watchlist', () => {
  it('holds an item once, up to the limit', () => {
    const sample = economy()
    const watch = (isWatched: boolean): Command => ({ type: 'watch_item', userId: ANNA, itemId: ORE, isWatched })
    expect(sample.run(watch(false))).toEqual({ ok: true, value: [] })
    expect(sample.run(watch(true))).toMatchObject({ value: [{ type: 'item_watched' }] })
    expect(sample.run(watch(true))).toEqual({ ok: true, value: [] })
    const { watchedItems } = sample.world.account(ANNA).notifications
    for (let id = 1_000; watchedItems.size < WATCHED_ITEMS_MAX; id += 1) watchedItems.add(asItemId(id))
    expect(run(sample, { type: 'watch_item', userId: ANNA, itemId: HERB, isWatched: true }).code).toBe(
      'too_many_watched_items',
    )
    expect(run(sample, { type: 'watch_item', userId: ANNA, itemId: asItemId(77), isWatched: true }).code).toBe(
      'unknown_item',
    )
  })
})

describe('marking notifications as read', () => {
  it('never marks the future as read', () => {
    const upTo = asNotificationId('ffffffff-ffff-ffff-ffff-ffffffffffff')
    const outcome = economy().run({ type: 'mark_notifications_read', userId: ANNA, upTo })
    expect(outcome).toMatchObject({ value: [{ type: 'notifications_read', upTo: numberedId(2) }] })
  })
})

describe('alerts in memory', () => {
  it("are evicted with the book and stay with the owner's account", () => {
    const sample = economy()
    const { alert } = run(sample, waitFor(50))
    if (alert === undefined) throw new Error('No alert')
    sample.world.drop('book', ORE)
    expect(sample.world.has('book', ORE)).toBe(false)
    expect(sample.world.notifications.reachedAlerts(ORE)).toEqual([])
    sample.world.notifications.addAlert(alert)
    expect(sample.world.notifications.reachedAlerts(ORE)).toEqual([])
    expect(sample.world.account(ANNA).notifications.alerts.has(alert.id)).toBe(true)
  })

  it('do not require settling scheduled work', () => {
    const { world } = economy()
    const commands: Command[] = [
      waitFor(50),
      { type: 'watch_item', userId: ANNA, itemId: ORE, isWatched: true },
      { type: 'delete_price_alert', userId: ANNA, alertId: asAlertId('none') },
      { type: 'trigger_price_alert', userId: ANNA, alertId: asAlertId('none') },
      { type: 'mark_notifications_read', userId: ANNA, upTo: asNotificationId('none') },
    ]
    for (const command of commands) expect(needsOf(world, command)).toMatchObject({ users: [ANNA], due: [] })
  })
})
