import type { ContentPack } from '@clutch/content'
import type { Catalogue } from '@clutch/economy'
import type { PublishedCatalogue } from './content/item-definitions.ts'
import type { ServerArea } from './area.ts'
import type { BookBoard } from './areas/marketplace/book-board.ts'
import type { FairPriceBoard } from './areas/marketplace/fair-price-board.ts'
import type { MarketStatsBoard } from './areas/marketplace/market-stats-board.ts'
import type { PriceBoard } from './areas/marketplace/price-board.ts'
import type { Store } from './store/store.ts'
import type { CommandPort } from './writer/submission.ts'

/** What the areas work with; put together once, in `start-server.ts`. */
export interface Context {
  readonly store: Store
  readonly writer: CommandPort
  readonly areas: readonly ServerArea[]
  readonly pack: ContentPack
  readonly catalogue: Catalogue
  readonly published: PublishedCatalogue
  readonly priceBoard: PriceBoard
  readonly bookBoard: BookBoard
  readonly fairPriceBoard: FairPriceBoard
  readonly marketStatsBoard: MarketStatsBoard
}
