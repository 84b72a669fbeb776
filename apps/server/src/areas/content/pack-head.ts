import { packDigest, type ContentPack } from '@clutch/content'
import type { PackHead } from '@clutch/contract'

/** What a pack is and has, in a few words. */
export function headOf(pack: ContentPack): PackHead {
  return {
    id: pack.id,
    version: pack.version,
    name: pack.name.en,
    digest: packDigest(pack),
    counts: {
      items: pack.items.length,
      craft_recipes: pack.craftRecipes.length,
      factory_recipes: pack.factoryRecipes.length,
      harvest_recipes: pack.harvestRecipes.length,
      rentable_items: pack.rentableItems.length,
      chat_channels: pack.chatChannels.length,
      announcements: pack.announcements.length,
      changelog: pack.changelog.length,
    },
  }
}
