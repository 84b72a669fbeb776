import type { ContentPack } from '@clutch/content'
import type { Catalogue } from '@clutch/economy'
import type { PublishedCatalogue } from './content/item-definitions.ts'
import type { FairPriceBoard } from './live/fair-price-board.ts'
import type { PriceBoard } from './live/price-board.ts'
import type { Store } from './store/store.ts'
import type { Writer } from './writer/writer.ts'

/** What the areas work with; put together once, in `start-server.ts`. */
export interface Context {
  readonly store: Store
  readonly writer: Writer
  readonly pack: ContentPack
  readonly catalogue: Catalogue
  readonly published: PublishedCatalogue
  readonly priceBoard: PriceBoard
  readonly fairPriceBoard: FairPriceBoard
}
