declare module '../../core/catalogue.ts' {
  interface Catalogue {
    readonly market: MarketTerms
  }
}

/** The marketplace's terms (rules §2). */
export interface MarketTerms {
  /** Hundredths of a percent of the seller's proceeds. */
  readonly feeBasisPoints: number
  readonly maxOpenLots: number
  readonly maxItemsPerLot: number
}
