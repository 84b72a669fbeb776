import type { Command } from './command.ts'
import type { Side } from './market/lot.ts'
import { matchOrder } from './market/match.ts'
import { asCoins, asQuantity, type ItemId, type LotId, type UserId } from './numbers.ts'
import type { World } from './world.ts'

/** What must be in memory before a command can be decided. */
export interface Needs {
  readonly users: readonly UserId[]
  readonly items: readonly ItemId[]
  readonly lots: readonly LotId[]
}

/**
 * Names what a command needs, as far as the loaded part of the world tells: once a book is loaded, the owners of
 * the lots it would trade with appear too. Ask again until nothing new is missing.
 */
export function needsOf(world: World, command: Command): Needs {
  switch (command.type) {
    case 'place_lot':
      return {
        users: [command.userId, ...counterparties(world, command)],
        items: world.catalogue.items.has(command.itemId) ? [command.itemId] : [],
        lots: [],
      }
    case 'cancel_lot':
      return { users: [command.userId], items: [], lots: [command.lotId] }
    case 'change_lot_price': {
      const { userId, lotId, price } = command
      const lot = world.lot(lotId)
      const order = lot && { userId, itemId: lot.itemId, side: lot.side, price, count: lot.openCount }
      return { users: [userId, ...(order === undefined ? [] : counterparties(world, order))], items: [], lots: [lotId] }
    }
    case 'create_price_alert':
      return {
        users: [command.userId],
        items: world.catalogue.items.has(command.itemId) ? [command.itemId] : [],
        lots: [],
      }
    case 'delete_price_alert':
    case 'fire_price_alert': {
      const { userId, alertId } = command
      const alert = world.hasAccount(userId) ? world.account(userId).alerts.get(alertId) : undefined
      return { users: [userId], items: alert === undefined ? [] : [alert.itemId], lots: [] }
    }
    case 'grant':
    case 'register_player':
    case 'watch_item':
    case 'mark_notices_read':
    case 'start_craft':
    case 'start_factory':
    case 'cancel_job':
    case 'set_harvest':
    case 'activate_energy':
      return { users: [command.userId], items: [], lots: [] }
  }
}

interface Asked {
  readonly userId: UserId
  readonly itemId: ItemId
  readonly side: Side
  readonly price: number
  readonly count: number
}

function counterparties(world: World, asked: Asked): UserId[] {
  if (!world.hasBook(asked.itemId)) return []
  const { fills } = matchOrder(world.book(asked.itemId), {
    userId: asked.userId,
    side: asked.side,
    price: asCoins(asked.price),
    count: asQuantity(asked.count),
  })
  return fills.map(({ lot }) => lot.ownerId)
}
