import type { RoulettePrize } from '@clutch/contract'
import type { Span } from '#shared/chart/SpanBar.tsx'

export interface Odds {
  readonly prize: RoulettePrize
  /** Its place in the table. */
  readonly index: number
  /** 0 … 1. */
  readonly chance: number
  /** In coins; undefined for an item without a fair price. */
  readonly worth: number | undefined
}

/** Chances of all prizes, and what each is worth. */
export function oddsOf(prizes: readonly RoulettePrize[], fairPrices: ReadonlyMap<number, number>): Odds[] {
  const total = prizes.reduce((sum, { weight }) => sum + weight, 0)
  return prizes.map((prize, index) => ({
    prize,
    index,
    chance: prize.weight / total,
    worth: worthOf(prize, fairPrices),
  }))
}

/** Value in coins of a number of an item, or of coins; undefined if unknown. */
export function worthOf(
  { item_id, count }: { readonly item_id: number; readonly count: number },
  fairPrices: ReadonlyMap<number, number>,
): number | undefined {
  if (item_id === 0) return count
  const price = fairPrices.get(item_id)
  return price === undefined || price === 0 ? undefined : price * count
}

/**
 * What share of the price the house keeps in the long run; below 0 when players gain.
 * @returns undefined when a prize or the price is an item of unknown worth
 */
export function houseEdge(odds: readonly Odds[], costWorth: number | undefined): number | undefined {
  if (costWorth === undefined || costWorth === 0) return undefined
  let expected = 0
  for (const { chance, worth } of odds) {
    if (worth === undefined) return undefined
    expected += chance * worth
  }
  return 1 - expected / costWorth
}

/**
 * The chances of all prizes next to each other, the most valuable first: what is worth more than a spin costs, as much,
 * and less.
 */
export function oddsSpans(odds: readonly Odds[], costWorth: number): Span[] {
  let from = 0
  return odds
    .toSorted((one, other) => (other.worth ?? 0) - (one.worth ?? 0))
    .map(({ chance, worth = 0 }) => {
      const span: Span = { from, to: from + chance, tone: toneOf(worth - costWorth) }
      from = span.to
      return span
    })
}

function toneOf(gain: number): Span['tone'] {
  if (gain === 0) return 'quiet'
  return gain > 0 ? 'gain' : 'loss'
}

/** Chance that a spin returns more than it costs, 0 … 1. */
export function chanceToGain(odds: readonly Odds[], costWorth: number): number {
  return odds.reduce((sum, { chance, worth = 0 }) => (worth > costWorth ? sum + chance : sum), 0)
}

export interface Winning {
  readonly item_id: number
  readonly count: number
  /** How many spins brought it. */
  readonly spins: number
}

/** What spins brought, the same prizes together, the most frequent first. */
export function summarize(spins: readonly { readonly item_id: number; readonly count: number }[]): Winning[] {
  const winnings = new Map<string, Winning>()
  for (const { item_id, count } of spins) {
    const key = `${item_id} ${count}`
    winnings.set(key, { item_id, count, spins: (winnings.get(key)?.spins ?? 0) + 1 })
  }
  return [...winnings.values()].toSorted((a, b) => b.spins - a.spins)
}
