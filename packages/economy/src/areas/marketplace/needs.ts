import type { CommandNeeds } from '../../core/needs.ts'
import { asCoins, asQuantity, type ItemId, type UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import type { CancelLot, ChangeLotPrice, PlaceLot } from './commands.ts'
import type { Side } from './lot.ts'
import { matchOrder } from './matching.ts'

/** The book, and once it is loaded the owners of the lots the order would match. */
export function needsOfPlaceLot(world: World, command: PlaceLot): CommandNeeds {
  const { userId, itemId } = command
  return {
    users: [userId, ...counterparties(world, command)],
    entities: world.catalogue.items.has(itemId) ? [{ kind: 'book', id: itemId }] : [],
  }
}

export function needsOfCancelLot(_world: World, { userId, lotId }: CancelLot): CommandNeeds {
  return { users: [userId], entities: [{ kind: 'lot', id: lotId }] }
}

/** The lot, and once it is loaded the owners of the lots it would match at its new price. */
export function needsOfChangeLotPrice(world: World, { userId, lotId, price }: ChangeLotPrice): CommandNeeds {
  const lot = world.marketplace.lot(lotId)
  const order = lot && { userId, itemId: lot.itemId, side: lot.side, price, count: lot.openCount }
  return {
    users: [userId, ...(order === undefined ? [] : counterparties(world, order))],
    entities: [{ kind: 'lot', id: lotId }],
  }
}

interface Asked {
  readonly userId: UserId
  readonly itemId: ItemId
  readonly side: Side
  readonly price: number
  readonly count: number
}

function counterparties({ marketplace }: World, asked: Asked): UserId[] {
  if (!marketplace.hasBook(asked.itemId)) return []
  const { fills } = matchOrder(marketplace.book(asked.itemId), {
    userId: asked.userId,
    side: asked.side,
    price: asCoins(asked.price),
    count: asQuantity(asked.count),
  })
  return fills.map(({ lot }) => lot.ownerId)
}
