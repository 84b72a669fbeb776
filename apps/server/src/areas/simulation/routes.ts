import type { Luck, ParsedBody, Simulation } from '@clutch/contract'
import {
  asItemId,
  asRecipeId,
  fail,
  succeed,
  type Luck as MeasuredLuck,
  type Rejection,
  type Result,
  type SimulatedAmount,
  type Simulation as Simulated,
  type StartedWork,
} from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { toSelections } from '../harvest/routes.ts'
import { findEndedWork } from './ended-work.ts'
import type { Simulator, Unavailable } from './simulator.ts'

/** Simulated outcomes that a player's own outcome is compared with. */
const LUCK_RUNS = 4_000
const PERCENT = 100

/** The simulator's calls (rules §10). */
export function simulationRoutes(context: Context, simulator: Simulator): CallHandlers {
  return {
    'POST /sim/run': async ({ userId, body }) => {
      const prices = await context.fairPriceBoard.prices()
      const simulated = await simulator.simulate(userId, { work: toWork(body), runs: body.runs, prices })
      return answer(context, simulated, toSimulation)
    },
    'POST /sim/luck': async ({ userId, body }) => {
      const ended = await findEndedWork(context, userId, body.kind, body.id)
      if (ended === undefined) return fail({ code: 'job_not_found', params: { id: body.id } })
      const prices = await context.fairPriceBoard.prices()
      const measured = await simulator.measureLuck(userId, { ...ended, runs: LUCK_RUNS, prices })
      return answer(context, measured, toLuck)
    },
  }
}

function answer<Value, Answer>(
  { toApiError }: Context,
  outcome: Result<Value, Rejection> | Unavailable,
  describe: (value: Value) => Answer,
): ApiResult<Answer> {
  if (outcome === 'busy') return fail({ code: 'rate_limited', params: { retry_after_s: 1 } })
  if (outcome === 'broken') return fail({ code: 'internal' })
  return outcome.ok ? succeed(describe(outcome.value)) : fail(toApiError(outcome.error))
}

function toWork(body: ParsedBody<'POST /sim/run'>): StartedWork {
  if (body.kind === 'roulette') return { kind: 'roulette', count: body.count }
  const recipeId = asRecipeId(body.receipt_id)
  switch (body.kind) {
    case 'craft':
      return { kind: 'craft', recipeId, count: body.count }
    case 'factory':
      return { kind: 'factory', recipeId, inputIds: body.input_ids.map(asItemId), count: body.count }
    case 'harvest':
      return { kind: 'harvest', recipeId, maxParallel: body.max_parallel, slots: toSelections(body.items) }
  }
}

function toSimulation({ value, loss, items, unpriced, ...rest }: Simulated): Simulation {
  return {
    ...rest,
    items: items.map(({ itemId, ...amounts }) => ({ item_id: itemId, ...toAmounts(amounts) })),
    coins: toAmounts(value),
    loss_chance: loss.chance,
    loss_chance_error: loss.error,
    histogram: [...rest.histogram],
    unpriced_item_ids: [...unpriced],
  }
}

function toAmounts({ min, expected, max, quantiles }: SimulatedAmount) {
  return { min, expected, max, quantiles: [...quantiles] }
}

function toLuck({ value, expected, luckierThan, error, runs }: MeasuredLuck): Luck {
  return {
    coins: value,
    expected_coins: expected,
    luckier_than_percent: luckierThan * PERCENT,
    error_percent: error * PERCENT,
    runs,
  }
}
