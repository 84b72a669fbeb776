import type { Flip } from './flip.ts'

/** What flips are shown, as the address carries it; null does not narrow anything. */
export interface FlipView {
  /** Least gain, in percent of the price. */
  readonly minGainPercent: number | null
  /** Least units on an average day. */
  readonly minVolume: number | null
  /** Most coins that one unit may cost. */
  readonly maxPrice: number | null
}

const KEYS = { minGainPercent: 'gain', minVolume: 'volume', maxPrice: 'price' } as const
const PERCENT = 100

export function readFlipView(search: Readonly<Record<string, unknown>>): FlipView {
  return {
    minGainPercent: amountOf(search[KEYS.minGainPercent]),
    minVolume: amountOf(search[KEYS.minVolume]),
    maxPrice: amountOf(search[KEYS.maxPrice]),
  }
}

/** Only active filters are in the URL. */
export function writeFlipView(view: FlipView): Record<string, string> {
  return {
    ...(view.minGainPercent !== null && { [KEYS.minGainPercent]: String(view.minGainPercent) }),
    ...(view.minVolume !== null && { [KEYS.minVolume]: String(view.minVolume) }),
    ...(view.maxPrice !== null && { [KEYS.maxPrice]: String(view.maxPrice) }),
  }
}

/** The flips that pass, those worth most a day first. */
export function listFlips(flips: readonly Flip[], view: FlipView): readonly Flip[] {
  return flips
    .filter(
      ({ gain, dailyVolume, bid }) =>
        gain * PERCENT >= (view.minGainPercent ?? 0) &&
        dailyVolume >= (view.minVolume ?? 0) &&
        bid <= (view.maxPrice ?? Number.POSITIVE_INFINITY),
    )
    .toSorted((a, b) => b.potential - a.potential)
}

function amountOf(value: unknown): number | null {
  const amount = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
  return Number.isFinite(amount) && amount > 0 ? amount : null
}
