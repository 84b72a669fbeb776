import type { Area } from '../../core/area.ts'
import type { Events } from '../../core/event.ts'
import type { World } from '../../core/world.ts'
import { Books } from './books.ts'
import { decideCancelLot } from './decide-cancel-lot.ts'
import { decideChangeLotPrice } from './decide-change-lot-price.ts'
import { decidePlaceLot } from './decide-place-lot.ts'
import { holdOf } from './matching.ts'
import { findMarketViolations } from './invariants.ts'
import type { Lot, LotId } from './lot.ts'
import { needsOfCancelLot, needsOfChangeLotPrice, needsOfPlaceLot } from './needs.ts'

declare module '../../core/holds.ts' {
  interface HoldOwnerIds {
    readonly lot: LotId
  }
}
declare module '../../core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly create_sell_lot: OperationKindRow
    readonly create_buy_lot: OperationKindRow
    readonly cancel_lot: OperationKindRow
    readonly buy_lot: OperationKindRow
    readonly sell_lot: OperationKindRow
  }
}

/** Lots, order books and trades (rules §2). */
export const marketplace = {
  name: 'marketplace',
  commands: {
    place_lot: { decide: decidePlaceLot, needs: needsOfPlaceLot },
    cancel_lot: { decide: decideCancelLot, needs: needsOfCancelLot },
    change_lot_price: { decide: decideChangeLotPrice, needs: needsOfChangeLotPrice },
  },
  operationKinds: {
    create_sell_lot: { code: 4, from: ['free'], to: ['held'] },
    create_buy_lot: { code: 5, from: ['free'], to: ['held'] },
    cancel_lot: { code: 6, from: ['held'], to: ['free'] },
    buy_lot: { code: 7, from: ['free', 'held', 'other'], to: ['free', 'other', 'world'] },
    sell_lot: { code: 8, from: ['free', 'held', 'other'], to: ['free', 'other', 'world'] },
  },
  apply: {
    lot_placed: applyLotPlaced,
    lot_filled: applyLotFilled,
    lot_cancelled: applyLotCancelled,
    market_recorded: applyMarketRecorded,
    // Only for charts: changes nothing in the world.
    traded: () => undefined,
  },
  createAccountParts: () => ({ marketplace: { openLotCount: 0, costBases: new Map() } }),
  createWorldParts: () => ({ marketplace: new Books() }),
  entities: {
    book: {
      has: (world, itemId) => world.marketplace.hasBook(itemId),
      drop: (world, itemId) => world.marketplace.dropBook(itemId),
      size: (world, itemId) => world.marketplace.book(itemId).size,
    },
    lot: { has: (world, lotId) => world.marketplace.lot(lotId) !== undefined },
  },
  holds: { lot: { list: listLotHolds } },
  findViolations: findMarketViolations,
} as const satisfies Area

function* listLotHolds(world: World) {
  for (const book of world.marketplace.books()) {
    for (const lot of book.lots()) yield { ownerId: lot.id, userId: lot.ownerId, ...holdOf(lot) }
  }
}

function applyLotPlaced(world: World, { lot }: Events['lot_placed']): void {
  const { marketplace } = world
  marketplace.book(lot.itemId).add(lot)
  marketplace.indexLot(lot.id, lot.itemId)
  world.account(lot.ownerId).marketplace.openLotCount += 1
}

function applyLotFilled(world: World, { lot, count }: Events['lot_filled']): void {
  world.marketplace.book(lot.itemId).fill(lot.id, count)
  if (lot.openCount === 0) closeLot(world, lot)
}

function applyLotCancelled(world: World, { lot }: Events['lot_cancelled']): void {
  world.marketplace.book(lot.itemId).remove(lot.id)
  closeLot(world, lot)
}

function applyMarketRecorded(world: World, { userId, itemId, costBasis }: Events['market_recorded']): void {
  if (costBasis !== undefined) world.account(userId).marketplace.costBases.set(itemId, costBasis)
}

function closeLot(world: World, lot: Lot): void {
  world.marketplace.forgetLot(lot.id)
  world.account(lot.ownerId).marketplace.openLotCount -= 1
}
