import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { craftCount, itemId, recipeId, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { SIMULATED_RUNS_MAX, SPINS_PER_CALL_MAX } from '../constants.ts'
import { factoryContract } from './factory.ts'
import { harvestContract } from './harvest.ts'

const runs = z.int().min(1).max(SIMULATED_RUNS_MAX)
const harvest = harvestContract.calls['POST /harvest/update'].body.shape

/** The start payload of each kind, and how often it is started. */
export const simulatedStart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('craft'), receipt_id: recipeId, count: craftCount, runs }),
  factoryContract.calls['POST /factory/start'].body.extend({ kind: z.literal('factory'), runs }),
  z.object({
    kind: z.literal('harvest'),
    receipt_id: recipeId,
    /** Runs that begin together; 0 for the most there may be. */
    max_parallel: harvest.max_parallel,
    items: harvest.items,
    runs,
  }),
  z.object({ kind: z.literal('roulette'), count: z.int().min(1).max(SPINS_PER_CALL_MAX), runs }),
])
export type SimulatedStart = z.infer<typeof simulatedStart>

export const quantile = z.object({
  percent: z.int(),
  value: z.number(),
  /** With 95 % confidence the true quantile lies between these, both included. */
  low: z.number(),
  high: z.number(),
})

const amounts = {
  /** Exact. */
  expected: z.number(),
  min: z.number(),
  max: z.number(),
  /** Drawn: 5, 25, 50, 75 and 95 %. */
  quantiles: z.array(quantile),
}

export const simulation = z.object({
  /** As many as were asked for, or as there was time for. */
  runs: z.int(),
  /** Random numbers that were drawn. */
  draws: z.int(),
  /** Net changes: what is used up counts against what comes. Item 0 is coins. */
  items: z.array(z.object({ item_id: z.int().min(0), ...amounts })),
  /** What all changes are worth together at today's fair prices. */
  coins: z.object(amounts),
  /** How likely that is below 0, 0 … 1, with 95 % confidence give or take the error; exact where the error is 0. */
  loss_chance: z.number(),
  loss_chance_error: z.number(),
  /** How often which worth was drawn; `from` and `to` are both included. */
  histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
  /** Items without a fair price: they count as worth nothing. */
  unpriced_item_ids: z.array(itemId),
})
export type Simulation = z.infer<typeof simulation>

export const luck = z.object({
  /** What came of it at today's fair prices, and what comes of it on average: the latter exact. */
  coins: z.number(),
  expected_coins: z.number(),
  /** How many in a hundred would have got less, those who would have got the same counting half. */
  luckier_than_percent: z.number(),
  /** With 95 % confidence it is not further off than that; 0 where nothing depends on chance. */
  error_percent: z.number(),
  runs: z.int(),
})
export type Luck = z.infer<typeof luck>

const common = {
  area: 'simulation',
  access: 'player',
  command: false,
  bodyType: 'json',
  query: z.object({}),
  rateLimit: RATE_LIMITS.simulation,
} as const

export const simulationContract = {
  calls: {
    'POST /sim/run': {
      ...common,
      summary: 'What would happen if the caller started this, many times over; nothing changes, and no stock is needed',
      body: simulatedStart,
      response: simulation,
    },
    'POST /sim/luck': {
      ...common,
      summary: 'How lucky the caller was with a craft, a factory job or a harvest that has ended',
      body: z.object({ kind: z.enum(['craft', 'factory', 'harvest']), id: uuid }),
      response: luck,
    },
  },
} as const satisfies ContractArea
