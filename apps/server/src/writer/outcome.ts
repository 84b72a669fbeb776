import type { CallResponse, Lot as LotAnswer, PriceAlert as AlertAnswer, TradeOutcome } from '@clutch/contract'
import {
  marketFee,
  asCoins,
  type Command,
  type EconomyEvent,
  type Lot,
  type MarketTerms,
  type PriceAlert,
  type Rejection,
  type World,
} from '@clutch/economy'
import * as production from './production-answers.ts'

/** What each command answers; stored with its idempotency key, so it is JSON. */
export interface Answers {
  place_lot: TradeOutcome
  cancel_lot: { lot: LotAnswer }
  change_lot_price: TradeOutcome
  grant: { granted: true }
  register_player: { user_id: string }
  watch_item: { item_id: number; is_watched: boolean }
  create_price_alert: { alert: AlertAnswer }
  delete_price_alert: { alert_id: string }
  trigger_price_alert: { alert_id: string }
  mark_notifications_read: { read_up_to: string }
  start_craft: CallResponse<'POST /craft/start'>
  start_factory: CallResponse<'POST /factory/start'>
  cancel_job: CallResponse<'POST /craft/cancel'>
  set_harvest: CallResponse<'POST /harvest/update'>
  activate_energy: CallResponse<'POST /energy/activate'>
}

/** Failures that are not the rules' but the writer's. */
export interface WriterFailure {
  readonly code: 'idempotency_conflict' | 'unavailable' | 'internal'
}

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Rejection | WriterFailure }

/** Turns decided events, and the world after them, into the answer of the call. */
export function answerOf(command: Command, events: readonly EconomyEvent[], world: World): Answers[Command['type']] {
  switch (command.type) {
    case 'place_lot':
      return tradeOutcome(command.side, events, world.catalogue.market)
    case 'cancel_lot':
      return { lot: cancelledLot(events) }
    case 'change_lot_price':
      return tradeOutcome(cancelledLot(events).type, events, world.catalogue.market)
    case 'grant':
      return { granted: true }
    case 'register_player':
      return { user_id: command.userId }
    case 'watch_item':
      return { item_id: command.itemId, is_watched: command.isWatched }
    case 'create_price_alert':
      return { alert: createdAlert(events) }
    case 'delete_price_alert':
    case 'trigger_price_alert':
      return { alert_id: command.alertId }
    case 'mark_notifications_read':
      return { read_up_to: command.upTo }
    case 'start_craft':
      return production.craftStarted(events)
    case 'start_factory':
      return production.factoryStarted(events)
    case 'cancel_job':
      return production.jobCancelled(events)
    case 'set_harvest':
      return production.harvestSet(world, command)
    case 'activate_energy':
      return production.energyActivated(world, command.userId)
  }
}

function tradeOutcome(side: 'buy' | 'sell', events: readonly EconomyEvent[], terms: MarketTerms): TradeOutcome {
  let tradedCount = 0
  let tradedTotal = 0
  let lot: LotAnswer | null = null
  for (const event of events) {
    if (event.type === 'lot_placed') lot = toLotAnswer(event.lot)
    if (event.type === 'traded') {
      const total = asCoins(event.price * event.count)
      tradedCount += event.count
      tradedTotal += side === 'buy' ? total : total - marketFee(total, terms.feeBasisPoints)
    }
  }
  return { traded_count: tradedCount, traded_total: tradedTotal, lot }
}

function cancelledLot(events: readonly EconomyEvent[]): LotAnswer {
  for (const event of events) if (event.type === 'lot_cancelled') return toLotAnswer(event.lot)
  throw new Error('A cancel without a cancelled lot')
}

function createdAlert(events: readonly EconomyEvent[]): AlertAnswer {
  for (const event of events) if (event.type === 'alert_created') return toAlertAnswer(event.alert)
  throw new Error('A price alert without an alert')
}

const SECOND_MS = 1_000

/** A price alert in the contract's words. */
export function toAlertAnswer({ id, itemId, side, direction, price, createdAtMs }: PriceAlert): AlertAnswer {
  const created_at = Math.floor(createdAtMs / SECOND_MS)
  return { alert_id: id, item_id: itemId, side, direction, price, created_at }
}

/** A lot in the contract's words. */
export function toLotAnswer(lot: Lot): LotAnswer {
  return {
    lot_uuid: lot.id,
    item_type_id: lot.itemId,
    type: lot.side,
    price: lot.price,
    currency: 'coin',
    prefer_lot_price: lot.preferred.price,
    prefer_lot_currency: lot.preferred.currency,
    count: lot.count,
    current_count: lot.openCount,
    created_at: Math.floor(lot.createdAtMs / SECOND_MS),
  }
}
