import type { CallResponse, PastSpin } from '@clutch/contract'
import { toClaim, verifySpin, type SpinVerdict } from '@clutch/contract/fair'

/** What the browser finds about a past spin without the server. */
export function checkSpin(
  spin: PastSpin,
  tables: CallResponse<'GET /roulette/seeds'>['tables'],
): SpinVerdict | 'hidden' {
  const claim = toClaim(spin, tables)
  return claim === undefined ? 'hidden' : verifySpin(claim)
}
