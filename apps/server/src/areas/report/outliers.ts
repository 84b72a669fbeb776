/** Days with which a figure is compared. */
export const OUTLIER_DAYS = 28
/** A figure that is 0 on most days has no baseline. */
const DAYS_WITH_VALUES_MIN = 14
const SCORE_MIN = 6
/** Scales the median absolute deviation to the standard deviation of a normal distribution. */
const MAD_TO_DEVIATION = 1.4826

/** The earlier values of a figure and its current one. */
export interface Series {
  /** Name of the figure, such as `minted` or `traded_count`. */
  readonly figure: string
  /** The operation kind or item it refers to; empty for the whole economy. */
  readonly subject: string
  readonly before: readonly number[]
  readonly value: number
}

export interface Outlier {
  readonly figure: string
  readonly subject: string
  readonly value: number
  readonly median: number
  /** Deviations from the median; null when the figure was constant on most days and has now changed. */
  readonly score: number | null
}

/** Figures that are further from their median than six deviations (|x − median₂₈| / (1.4826 · MAD) > 6), worst first. */
export function findOutliers(all: readonly Series[]): Outlier[] {
  const outliers = all.flatMap((series) => outlierOf(series) ?? [])
  return outliers.toSorted((a, b) => (b.score ?? Number.MAX_VALUE) - (a.score ?? Number.MAX_VALUE))
}

function outlierOf({ figure, subject, before, value }: Series): Outlier | undefined {
  if (before.filter((each) => each !== 0).length < DAYS_WITH_VALUES_MIN) return undefined
  const median = medianOf(before)
  const deviation = MAD_TO_DEVIATION * medianOf(before.map((each) => Math.abs(each - median)))
  const distance = Math.abs(value - median)
  if (deviation === 0) return distance === 0 ? undefined : { figure, subject, value, median, score: null }
  const score = distance / deviation
  return score > SCORE_MIN ? { figure, subject, value, median, score } : undefined
}

/** The median; of an even number of values, the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
