import { packDigest, type ContentPack } from '@clutch/content'
import type { LoadedPack, PackHead } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import type { OpenContent } from './open-content.ts'

/** Summarizes a pack. */
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

/** The active pack with its version number. */
export function describeLoaded({ pack, version, loadedAtMs }: OpenContent): LoadedPack {
  return { ...headOf(pack), number: version, loaded_at: toSeconds(loadedAtMs) }
}
