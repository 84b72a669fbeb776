import type { Area } from '../../core/area.ts'
import type { ItemId } from '../../core/numbers.ts'
import { decideClearBook, needsOfClearBook } from './decide-clear-book.ts'
import { decideFreezeItem, decideFreezeTrading } from './decide-freeze.ts'
import { needsOfFreezeItem, needsOfFreezeTrading } from './freezes.ts'

/** Freezes by operators: of a player's trading, and of the market in an item. */
export const freezes = {
  name: 'freezes',
  commands: {
    freeze_trading: { decide: decideFreezeTrading, needs: needsOfFreezeTrading },
    freeze_item: { decide: decideFreezeItem, needs: needsOfFreezeItem, touchesStock: false },
    clear_book: { decide: decideClearBook, needs: needsOfClearBook },
  },
  apply: {
    trading_frozen: (world, { userId, reason }) => {
      world.account(userId).tradingFreeze.reason = reason
    },
    item_frozen: (world, { itemId, reason }) => {
      if (reason === '') world.itemFreezes.delete(itemId)
      else world.itemFreezes.set(itemId, reason)
    },
  },
  createAccountParts: () => ({ tradingFreeze: { reason: '' } }),
  createWorldParts: () => ({ itemFreezes: new Map<ItemId, string>() }),
  entities: {
    book: {
      drop: (world, itemId) => {
        world.itemFreezes.delete(itemId)
      },
    },
  },
} as const satisfies Area
