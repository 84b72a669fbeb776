import { asCoins, type Coins } from '../../core/numbers.ts'

const BASIS_POINTS = 10_000

/** The market's fee on a seller's proceeds, rounded down in the seller's favour (rules §2). Exact for any amount. */
export function marketFee(proceeds: Coins, feeBasisPoints: number): Coins {
  const whole = Math.floor(proceeds / BASIS_POINTS)
  const rest = proceeds % BASIS_POINTS
  return asCoins(whole * feeBasisPoints + Math.floor((rest * feeBasisPoints) / BASIS_POINTS))
}
