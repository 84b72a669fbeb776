import type { CallResponse, PastSpin } from '@clutch/contract'
import { verifySpin, type SpinClaim, type SpinVerdict } from '@clutch/contract/fair'

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
