import type { CallResponse, PastSpin } from '@clutch/contract'
import { verifySpin, type SpinClaim, type SpinPrize, type SpinVerdict } from '@clutch/contract/fair'

type Tables = CallResponse<'GET /roulette/seeds'>['tables']

/** A past spin as it is checked; undefined as long as its seed is in use. */
export function toClaim(spin: PastSpin, tables: Tables): SpinClaim | undefined {
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

/** What the browser finds about a past spin, by itself. */
export function checkSpin(spin: PastSpin, tables: Tables): SpinVerdict | 'hidden' {
  const claim = toClaim(spin, tables)
  return claim === undefined ? 'hidden' : verifySpin(claim)
}

/** A prize table as one types it: a line of item, count and weight each, item 0 for coins. Undefined when it is none. */
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
  return prizes.map(({ item_id, count, weight }) => `${item_id}:${count}:${weight}`).join('\n')
}
