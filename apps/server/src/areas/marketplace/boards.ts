import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Database } from '../../store/database.ts'
import { BookBoard } from './book-board.ts'
import { FairPriceBoard } from './fair-price-board.ts'
import { MarketStatsBoard } from './market-stats-board.ts'
import { PriceBoard } from './price-board.ts'

/** What is known of the market in memory; each board follows the bus. */
export interface Boards {
  readonly priceBoard: PriceBoard
  readonly bookBoard: BookBoard
  readonly fairPriceBoard: FairPriceBoard
  readonly marketStatsBoard: MarketStatsBoard
}

export async function openBoards(db: Kysely<Database>, bus: Bus): Promise<Boards> {
  return {
    priceBoard: await PriceBoard.open(db, bus),
    bookBoard: new BookBoard(db, bus),
    fairPriceBoard: new FairPriceBoard(db, bus),
    marketStatsBoard: new MarketStatsBoard(db, bus),
  }
}

/** For when messages of the bus were missed: everything is read again, at once or when it is next asked for. */
export async function rereadBoards(db: Kysely<Database>, boards: Boards): Promise<void> {
  boards.bookBoard.clear()
  boards.fairPriceBoard.clear()
  boards.marketStatsBoard.clear()
  await boards.priceBoard.read(db)
}
