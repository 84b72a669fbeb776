import type { ContentPack } from '@clutch/content'
import type { Catalogue } from '@clutch/economy'
import type { PublishedCatalogue } from './content/item-definitions.ts'
import type { ServerArea } from './area.ts'
import type { Boards } from './areas/marketplace/boards.ts'
import type { Store } from './store/store.ts'
import type { CommandPort } from './writer/submission.ts'

/** What the areas work with; put together once, in `start/open-game.ts`. */
export interface Context extends Boards {
  readonly store: Store
  readonly writer: CommandPort
  readonly areas: readonly ServerArea[]
  readonly pack: ContentPack
  readonly catalogue: Catalogue
  readonly published: PublishedCatalogue
}
