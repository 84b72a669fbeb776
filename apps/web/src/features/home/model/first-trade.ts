/** What is known of a player's first steps. */
export interface FirstSteps {
  readonly hasLooked: boolean
  readonly hasBought: boolean
  readonly hasOffered: boolean
  readonly hasSold: boolean
}

export const STEPS = ['look', 'buy', 'offer', 'sell'] as const
export type Step = (typeof STEPS)[number]

/** Terms that a step uses, explained next to it. */
export const TERMS = {
  look: ['book', 'spread'],
  buy: ['buy_order', 'buy_now'],
  offer: ['sell_order', 'fee'],
  sell: ['lot', 'line'],
} as const satisfies Record<Step, readonly string[]>
export type Term = (typeof TERMS)[Step][number]

/** Completed steps. A later step implies the earlier ones: a trade implies a look, a sale an offer. */
export function stepsDone({ hasLooked, hasBought, hasOffered, hasSold }: FirstSteps): ReadonlySet<Step> {
  const isDone: Readonly<Record<Step, boolean>> = {
    look: hasLooked || hasBought || hasOffered || hasSold,
    buy: hasBought,
    offer: hasOffered || hasSold,
    sell: hasSold,
  }
  return new Set(STEPS.filter((step) => isDone[step]))
}
