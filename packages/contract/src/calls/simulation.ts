import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { craftCount, itemId, recipeId, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { SIMULATED_RUNS_MAX, SPINS_PER_CALL_MAX } from '../constants.ts'
import { factoryContract } from './factory.ts'
import { harvestContract } from './harvest.ts'

const runs = z.int().min(1).max(SIMULATED_RUNS_MAX)
const harvest = harvestContract.calls['POST /harvest/update'].body.shape

/** The start payload of each kind, and the number of units. */
export const simulatedStart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('craft'), receipt_id: recipeId, count: craftCount, runs }),
  factoryContract.calls['POST /factory/start'].body.extend({ kind: z.literal('factory'), runs }),
  z.object({
    kind: z.literal('harvest'),
    receipt_id: recipeId,
    /** Parallel runs; 0 for no limit. */
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
  /** 95 % confidence interval of the quantile, inclusive. */
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
  /** Runs made: the requested number, or as many as there was time for. */
  runs: z.int(),
  /** Random numbers drawn. */
  draws: z.int(),
  /** Net changes by item; item 0 is coins. */
  items: z.array(z.object({ item_id: z.int().min(0), ...amounts })),
  /** Total value of the changes at today's fair prices. */
  coins: z.object(amounts),
  /** Chance of a negative total, 0 … 1, with its 95 % error; exact if the error is 0. */
  loss_chance: z.number(),
  loss_chance_error: z.number(),
  /** Distribution of total values; `from` and `to` are inclusive. */
  histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
  /** Items without a fair price, which count as 0. */
  unpriced_item_ids: z.array(itemId),
})
export type Simulation = z.infer<typeof simulation>

export const luck = z.object({
  /** The actual result at today's fair prices, and the exact average. */
  coins: z.number(),
  expected_coins: z.number(),
  /** Percentage of outcomes worth less; ties count half. */
  luckier_than_percent: z.number(),
  /** Its 95 % error; 0 if nothing is random. */
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
      summary: 'Simulates starting this many times; changes nothing and needs no stock',
      body: simulatedStart,
      response: simulation,
    },
    'POST /sim/luck': {
      ...common,
      summary: 'How lucky the caller was with an ended craft, factory job or harvest',
      body: z.object({ kind: z.enum(['craft', 'factory', 'harvest']), id: uuid }),
      response: luck,
    },
  },
} as const satisfies ContractArea
