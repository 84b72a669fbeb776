import type { PastSpin } from '../calls/roulette.ts'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** The inputs of a spin's draw. */
export interface SpinSource {
  /** 32 bytes in hex, secret until revealed; its hash is published before. */
  readonly seed: string
  readonly clientSeed: string
  /** Counts the spins of a seed from 0. */
  readonly nonce: number
}

/** A row of the prize table; item 0 is coins. */
export interface SpinPrize {
  readonly item_id: number
  readonly count: number
  readonly weight: number
}

const MESSAGE_PREFIX = 'clutch.roulette.v1'
/** Bytes per number, and their offsets in a block. */
const NUMBER_BYTES = 6
const OFFSETS = [0, 6, 12, 18, 24]
const NUMBER_SPAN = 2 ** 48
const BYTE_SPAN = 256
const SEED_HEX = /^[0-9a-f]{64}$/

/** SHA-256 of a seed's bytes in hex, published before the seed is used (rules §10). */
export function seedHashOf(seed: string): string {
  return bytesToHex(sha256(hexToBytes(seed)))
}

/** SHA-256 of the prize table as `item_id:count:weight` joined by semicolons, in the order of the table. */
export function tableHashOf(prizes: readonly SpinPrize[]): string {
  const text = prizes.map(rowOf).join(';')
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/**
 * The uniform roll of a spin, 0 … totalWeight − 1 (rules §10). 48-bit numbers are read from HMAC-SHA256 blocks; those
 * above the last whole multiple of the total weight are skipped.
 * @param totalWeight 1 … 2^32
 */
export function rollOf({ seed, clientSeed, nonce }: SpinSource, totalWeight: number): number {
  const key = hexToBytes(seed)
  const limit = NUMBER_SPAN - (NUMBER_SPAN % totalWeight)
  for (let block = 0; ; block += 1) {
    const digest = hmac(sha256, key, utf8ToBytes(`${MESSAGE_PREFIX}:${clientSeed}:${nonce}:${block}`))
    for (const offset of OFFSETS) {
      let number = 0
      for (const byte of digest.subarray(offset, offset + NUMBER_BYTES)) number = number * BYTE_SPAN + byte
      if (number < limit) return number % totalWeight
    }
  }
}

/** The first prize whose cumulative weight exceeds the roll. */
export function prizeIndexOf(roll: number, prizes: readonly Pick<SpinPrize, 'weight'>[]): number {
  let cumulative = 0
  return prizes.findIndex(({ weight }) => {
    cumulative += weight
    return cumulative > roll
  })
}

export function totalWeightOf(prizes: readonly Pick<SpinPrize, 'weight'>[]): number {
  return prizes.reduce((sum, { weight }) => sum + weight, 0)
}

/** A past spin, and the commitments made before it. */
export interface SpinClaim extends SpinSource {
  readonly seedHash: string
  readonly tableHash: string
  readonly prizes: readonly SpinPrize[]
  readonly roll: number
  readonly prizeIndex: number
}

/** A prize table as returned by `GET /roulette/seeds`. */
interface DrawnTable {
  readonly table_hash: string
  readonly prizes: readonly SpinPrize[]
}

/** A past spin as a verifiable claim; undefined while its seed is in use. */
export function toClaim(spin: PastSpin, tables: readonly DrawnTable[]): SpinClaim | undefined {
  if (spin.seed === null) return undefined
  return {
    seed: spin.seed,
    clientSeed: spin.client_seed,
    nonce: spin.nonce,
    seedHash: spin.seed_hash,
    tableHash: spin.table_hash,
    prizes: tables.find(({ table_hash }) => table_hash === spin.table_hash)?.prizes ?? [],
    roll: spin.roll,
    prizeIndex: spin.prize_index,
  }
}

/** The result of verifying a spin: fair, or the first mismatch. */
export type SpinVerdict = 'fair' | 'invalid_seed' | 'other_seed' | 'other_table' | 'other_roll' | 'other_prize'

/** Recomputes a spin from the revealed values with the published algorithm (rules §10). */
export function verifySpin(claim: SpinClaim): SpinVerdict {
  if (!SEED_HEX.test(claim.seed)) return 'invalid_seed'
  if (seedHashOf(claim.seed) !== claim.seedHash) return 'other_seed'
  if (tableHashOf(claim.prizes) !== claim.tableHash) return 'other_table'
  if (rollOf(claim, totalWeightOf(claim.prizes)) !== claim.roll) return 'other_roll'
  return prizeIndexOf(claim.roll, claim.prizes) === claim.prizeIndex ? 'fair' : 'other_prize'
}

/** Parses a prize table with a line `item:count:weight` per prize, item 0 for coins. Undefined if malformed. */
export function parseTable(text: string): SpinPrize[] | undefined {
  const rows = text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const prizes = rows.map((row) => {
    const [item_id = Number.NaN, count = Number.NaN, weight = Number.NaN, ...rest] = row.split(':').map(Number)
    return rest.length === 0 ? { item_id, count, weight } : { item_id: Number.NaN, count, weight }
  })
  const isTable = prizes.every(
    ({ item_id, count, weight }) => [item_id, count, weight].every(Number.isSafeInteger) && weight > 0,
  )
  return prizes.length > 0 && isTable ? prizes : undefined
}

export function formatTable(prizes: readonly SpinPrize[]): string {
  return prizes.map(rowOf).join('\n')
}

function rowOf({ item_id, count, weight }: SpinPrize): string {
  return `${item_id}:${count}:${weight}`
}
