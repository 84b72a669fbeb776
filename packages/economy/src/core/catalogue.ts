import type { ItemId } from './numbers.ts'

/** What the rules need to know of an item definition. */
export interface ItemRule {
  readonly id: ItemId
  readonly canSell: boolean
  /** Whether friends may trade it with each other. */
  readonly canTrade: boolean
  /** Set for bundles (counts are quantities) and generators (counts are weights). */
  readonly opens: Opening | undefined
}

export interface Opening {
  readonly how: 'bundle' | 'generator'
  readonly entries: readonly { readonly itemId: ItemId; readonly count: number }[]
}

/** The content the rules run on, replaced as a whole when another pack is loaded. Areas add their terms and recipes. */
export interface Catalogue {
  readonly items: ReadonlyMap<ItemId, ItemRule>
}
