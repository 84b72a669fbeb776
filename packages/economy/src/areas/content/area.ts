import type { Area } from '../../core/area.ts'
import { decideLoadContent, needsOfLoadContent } from './decide-load-content.ts'
import type { ContentLoad, ContentLoadId } from './contents.ts'

/** The game's content, and replacing it while the game runs (rules §7). */
export const content = {
  name: 'content',
  commands: { load_content: { decide: decideLoadContent, needs: needsOfLoadContent, touchesStock: false } },
  apply: {
    content_loaded: (world, { catalogue }) => {
      world.adoptCatalogue(catalogue)
      world.contentLoads.clear()
    },
  },
  createWorldParts: () => ({ contentLoads: new Map<ContentLoadId, ContentLoad | undefined>() }),
  entities: {
    content_load: {
      has: (world, loadId) => world.contentLoads.has(loadId),
      drop: (world, loadId) => {
        world.contentLoads.delete(loadId)
      },
      size: (world, loadId) => world.contentLoads.get(loadId)?.catalogue.items.size ?? 0,
    },
  },
} as const satisfies Area
