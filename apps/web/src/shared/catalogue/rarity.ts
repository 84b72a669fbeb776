import type { ItemDefinition } from '@clutch/contract'

const RARITIES = ['common', 'uncommon', 'rare', 'epic', 'legendary'] as const
export type Rarity = (typeof RARITIES)[number]
const PREFIX = 'rarity:'

/** The tag that says how rare an item is, if the game has such tags. */
export function rarityTag(item: ItemDefinition | undefined): string | undefined {
  return item?.Tags.find((tag) => tag.startsWith(PREFIX))
}

/** How rare an item is; common if the game does not say. */
export function rarityOf(item: ItemDefinition | undefined): Rarity {
  const tag = rarityTag(item)
  return RARITIES.find((rarity) => tag === PREFIX + rarity) ?? 'common'
}
