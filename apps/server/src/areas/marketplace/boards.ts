import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Database } from '../../store/database.ts'
import { BookBoard } from './book-board.ts'
import { FairPriceBoard } from './fair-price-board.ts'
import { MarketStatsBoard } from './market-stats-board.ts'
import { PriceBoard } from './price-board.ts'

/** Market data in memory; each board is updated by messages of the bus. */
export interface Boards {
  readonly priceBoard: PriceBoard
  readonly bookBoard: BookBoard
  readonly fairPriceBoard: FairPriceBoard
  readonly marketStatsBoard: MarketStatsBoard
}

export async function openBoards(db: Kysely<Database>, bus: Bus): Promise<Boards> {
  const fairPriceBoard = new FairPriceBoard(db, bus)
  return {
    priceBoard: await PriceBoard.open(db, bus),
    bookBoard: new BookBoard(db, bus),
    fairPriceBoard,
    marketStatsBoard: new MarketStatsBoard(db, bus, fairPriceBoard),
  }
}

/** Call after messages of the bus were lost: boards reload now or on their next use. */
export async function reloadBoards(boards: Boards): Promise<void> {
  boards.bookBoard.clear()
  boards.fairPriceBoard.clear()
  boards.marketStatsBoard.clear()
  await boards.priceBoard.reload()
}
