/** Reported quantiles, in percent (rules §10). */
export const QUANTILE_PERCENTS = [5, 25, 50, 75, 95] as const
/** Standard deviations of a 95 % confidence interval. */
const DEVIATIONS = 1.96
const HISTOGRAM_BINS = 24
const RAREST = 0.01
/** Rule of three: with no hit in n trials, the chance is below 3/n with 95 % confidence. */
const NONE_SEEN = 3

/** An estimated quantile; the true one is within `low` … `high` with 95 % confidence. */
export interface Quantile {
  readonly percent: number
  readonly value: number
  readonly low: number
  readonly high: number
}

export interface HistogramBin {
  /** Inclusive; `to` is too. */
  readonly from: number
  readonly to: number
  readonly count: number
}

/** An estimated chance and its error. */
export interface DrawnChance {
  readonly chance: number
  readonly error: number
}

/** @param sorted ascending, at least one. */
export function quantilesOf(sorted: Float64Array): Quantile[] {
  const count = sorted.length
  const at = (rank: number): number => sorted[Math.min(count - 1, Math.max(0, rank))] ?? 0
  return QUANTILE_PERCENTS.map((percent) => {
    const share = percent / 100
    const spread = DEVIATIONS * Math.sqrt(count * share * (1 - share))
    const rank = Math.ceil(count * share) - 1
    return {
      percent,
      value: at(rank),
      low: at(Math.floor(count * share - spread) - 1),
      high: at(Math.ceil(count * share + spread) - 1),
    }
  })
}

export function chanceOf(hits: number, trials: number): DrawnChance {
  const chance = hits / trials
  const isOneSided = hits === 0 || hits === trials
  const error = isOneSided ? NONE_SEEN / trials : DEVIATIONS * Math.sqrt((chance * (1 - chance)) / trials)
  return { chance, error: Math.min(1, error) }
}

/**
 * Bins of equal width, one of which starts at 0, over all values except the rarest percent at either end. Those widen
 * the first and last bin; otherwise one outlier would compress all others into a single bin.
 */
export function histogramOf(sorted: Float64Array): HistogramBin[] {
  const { length } = sorted
  const at = (rank: number): number => sorted[rank] ?? 0
  const [low, high] = [at(Math.floor(length * RAREST)), at(Math.ceil(length * (1 - RAREST)) - 1)]
  const width = Math.max(1, Math.ceil((high - low + 1) / HISTOGRAM_BINS))
  const first = Math.floor(low / width) * width
  const count = Math.floor((high - first) / width) + 1
  const bins = Array.from({ length: count }, (_, index) => {
    const from = first + index * width
    return { from, to: from + width - 1, count: 0 }
  })
  for (const value of sorted) {
    const bin = bins[Math.min(count - 1, Math.max(0, Math.floor((value - first) / width)))]
    if (bin !== undefined) bin.count += 1
  }
  return bins.map(({ from, to, count: hits }, index) => ({
    from: index === 0 ? Math.min(from, Math.floor(at(0))) : from,
    to: index === count - 1 ? Math.max(to, Math.ceil(at(length - 1))) : to,
    count: hits,
  }))
}
