import type { ContentPack } from '@clutch/content'
import type { Catalogue, Rejection } from '@clutch/economy'
import type { ApiError } from './api-result.ts'
import type { PublishedCatalogue } from './content/item-definitions.ts'
import type { ServerArea } from './area.ts'
import type { Boards } from './areas/marketplace/boards.ts'
import type { Bus } from './bus/bus.ts'
import type { Store } from './store/store.ts'
import type { WriterFailure } from './writer/outcome.ts'
import type { CommandPort } from './writer/submission.ts'

/** Services shared by all areas; created once, in `start/open-game.ts`. */
export interface Context extends Boards {
  readonly store: Store
  readonly bus: Bus
  readonly writer: CommandPort
  readonly areas: readonly ServerArea[]
  /** Maps a rejection by rules or writer to an error of the API. */
  readonly toApiError: (rejection: Rejection | WriterFailure) => ApiError
  readonly pack: ContentPack
  readonly catalogue: Catalogue
  readonly published: PublishedCatalogue
}
