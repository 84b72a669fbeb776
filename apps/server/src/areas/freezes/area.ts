import { asItemId, asUserId, type Events } from '@clutch/economy'
import type { ServerArea } from '../../area.ts'
import { overRows, quote, type MaybeStatement } from '../../store/statement.ts'
import type { AreaRows } from '../../writer/area.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    freeze_trading: { done: true }
    freeze_item: { done: true }
    /** Number of cancelled lots; 0 once none is open. */
    clear_book: { cancelled: number }
  }
}
declare module '../../bus/message.ts' {
  interface AreaUpdates {
    /** Items whose market was frozen or, with an empty reason, thawed. */
    readonly itemFreezes: readonly { readonly itemId: number; readonly reason: string }[]
  }
}
declare module '../../store/database.ts' {
  interface Database {
    trading_freeze: TradingFreezeTable
    item_freeze: ItemFreezeTable
  }
}

interface TradingFreezeTable {
  user_id: string
  reason: string
  at_ms: number
}

interface ItemFreezeTable {
  item_id: number
  reason: string
  at_ms: number
}

/** Freezes by operators: a player's trading, or the market in an item. */
export const freezesArea = {
  name: 'freezes',
  accounts: {
    statements: (userIds) => [
      {
        name: 'select-trading-freezes',
        text: 'select user_id, reason from trading_freeze where user_id = any($1::uuid[])',
        values: [userIds],
      },
    ],
    add(world, [frozen = []]) {
      for (const row of frozen) {
        world.account(asUserId(String(row['user_id']))).tradingFreeze.reason = String(row['reason'])
      }
    },
  },
  entities: {
    book: {
      statements: (itemIds) => [
        {
          name: 'select-item-freezes',
          text: 'select item_id, reason from item_freeze where item_id = any($1::integer[])',
          values: [itemIds],
        },
      ],
      add(world, _itemIds, [frozen = []]) {
        for (const row of frozen) world.itemFreezes.set(asItemId(Number(row['item_id'])), String(row['reason']))
      },
    },
  },
  rows: gatherFreezes,
  responses: {
    freeze_trading: () => ({ done: true }),
    freeze_item: () => ({ done: true }),
    clear_book: (_command, events) => ({ cancelled: events.filter(({ type }) => type === 'lot_cancelled').length }),
  },
  rejections: {
    trading_frozen: ({ code, reason }) => ({ code, params: { reason } }),
    item_frozen: ({ code, itemId, reason }) => ({ code, params: { item_id: itemId, reason } }),
    item_not_frozen: ({ code, itemId }) => ({ code, params: { item_id: itemId } }),
  },
  updates() {
    const itemFreezes: { itemId: number; reason: string }[] = []
    return {
      on: { item_frozen: ({ itemId, reason }) => void itemFreezes.push({ itemId, reason }) },
      take: () => (itemFreezes.length === 0 ? {} : { itemFreezes }),
    }
  },
  frames({ itemFreezes = [] }, sink) {
    for (const { itemId, reason } of itemFreezes) {
      sink.toAll(`item-freeze/${itemId}`, { case: 'itemFreezeChanged', value: { itemId: BigInt(itemId), reason } })
    }
  },
} satisfies ServerArea

/** Rows of freezes that a batch writes: the last state of each. A thaw deletes its row. */
function gatherFreezes(): AreaRows {
  const players = new Map<string, Events['trading_frozen']>()
  const items = new Map<number, Events['item_frozen']>()
  return {
    on: {
      trading_frozen: (event) => void players.set(event.userId, event),
      item_frozen: (event) => void items.set(event.itemId, event),
    },
    statements: () => [
      saveFreezes('trading', 'user_id', 'uuid', [...players.values()], ({ userId }) => userId),
      saveFreezes('item', 'item_id', 'integer', [...items.values()], ({ itemId }) => itemId),
    ],
  }
}

function saveFreezes<Freeze extends { readonly reason: string; readonly atMs: number }>(
  what: 'trading' | 'item',
  column: string,
  type: string,
  freezes: readonly Freeze[],
  idOf: (freeze: Freeze) => string | number,
): MaybeStatement {
  return overRows(
    `save-${what}-freezes`,
    freezes,
    [idOf, ({ reason }) => quote(reason), ({ atMs }) => atMs],
    `with row as (select * from unnest($1::${type}[], $2::text[], $3::bigint[]) as given (${column}, reason, at_ms)),
    thawed as (delete from ${what}_freeze where ${column} in (select ${column} from row where reason = ''))
    insert into ${what}_freeze (${column}, reason, at_ms) select * from row where reason <> ''
    on conflict (${column}) do update set reason = excluded.reason, at_ms = excluded.at_ms`,
  )
}
