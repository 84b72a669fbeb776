import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, emptyBody, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { SPINS_PER_CALL_MAX } from '../constants.ts'

const hex = z.string().regex(/^[0-9a-f]{64}$/)
export const clientSeed = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

/** Item 0 is coins. */
export const rouletteStake = z.object({ item_id: z.int().min(0), count: amount })
export const roulettePrize = rouletteStake.extend({ weight: amount })
export type RoulettePrize = z.infer<typeof roulettePrize>

/** A spin with everything needed to verify it, except a seed not yet revealed. */
export const rouletteSpin = z.object({
  id: uuid,
  nonce: amount,
  roll: amount,
  prize_index: z.int().min(0),
  item_id: z.int().min(0),
  count: amount,
})
export type RouletteSpin = z.infer<typeof rouletteSpin>

export const pastSpin = rouletteSpin.extend({
  spun_at: unixSeconds,
  seed_hash: hex,
  client_seed: z.string(),
  table_hash: hex,
  /** Null while the seed is in use. */
  seed: hex.nullable(),
})
export type PastSpin = z.infer<typeof pastSpin>

const seat = {
  /** SHA-256 of the current seed and of the next one. */
  seed_hash: hex,
  next_seed_hash: hex,
  client_seed: z.string(),
  nonce: amount,
}

export const revealedSeed = z.object({
  seed: hex,
  seed_hash: hex,
  client_seed: z.string(),
  /** Number of spins drawn from it: nonces 0 … spins − 1. */
  spins: amount,
  revealed_at: unixSeconds,
})

const common = { area: 'roulette', access: 'player', query: z.object({}) } as const
const command = { ...common, command: true, bodyType: 'json', rateLimit: RATE_LIMITS.command } as const
const get = { ...common, command: false, bodyType: 'none', body: emptyBody, rateLimit: RATE_LIMITS.read } as const

export const rouletteContract = {
  calls: {
    'GET /roulette/get': {
      ...get,
      summary: 'The price of a spin, prizes with weights, and the committed seed hashes',
      response: z.object({ cost: rouletteStake, prizes: z.array(roulettePrize), table_hash: hex, ...seat }),
    },
    'POST /roulette/spin': {
      ...command,
      summary: 'Pays for spins and draws them',
      body: z.strictObject({ count: z.int().min(1).max(SPINS_PER_CALL_MAX) }),
      response: z.object({ spins: z.array(rouletteSpin) }),
    },
    'POST /roulette/set-client-seed': {
      ...command,
      summary: 'Reveals the current seed and starts the next with a client seed',
      body: z.strictObject({ client_seed: clientSeed }),
      response: z.object({ ...seat, revealed_seed: hex }),
    },
    'POST /roulette/history': {
      ...common,
      command: false,
      bodyType: 'json',
      rateLimit: RATE_LIMITS.read,
      summary: "The caller's spins, newest first, 50 per page",
      body: z.object({ before_id: uuid.or(z.literal('')).nullish() }).prefault({}),
      response: z.object({ spins: z.array(pastSpin), has_more: z.boolean() }),
    },
    'GET /roulette/seeds': {
      ...get,
      summary: "The caller's revealed seeds, newest first, and all prize tables ever used, by hash",
      response: z.object({
        response: z.array(revealedSeed),
        tables: z.array(z.object({ table_hash: hex, prizes: z.array(roulettePrize) })),
      }),
    },
  },
  errors: {
    no_roulette: { status: 409, message: 'This game has no wheel' },
  },
} as const satisfies ContractArea
