import { execFileSync } from 'node:child_process'
import { WORLD } from '@clutch/economy'

/** Size of a large, old world. */
export const GROWN = { players: 100_000, lots: 200_000, operations: 10_000_000 }

/** Prices far from those of the measured orders, so that these lots never match. */
const [BID_COINS, OFFER_COINS] = [1, 1_000_000]
const PRICES = 50

/**
 * Fills a server's database with players, open lots and histories in plain SQL, which takes minutes.
 * @param itemIds items of the lots and histories
 */
export function growWorld(psql: string, databaseUrl: string, itemIds: readonly number[]): void {
  const items = `(array[${itemIds.join(',')}])`
  const player = (n: string): string => someId('01890000-0000-7000-8000-', n)
  // Operations ordered by player; in any other order, filling the indexes takes an hour.
  const owner = `1 + (n - 1) / ${GROWN.operations / GROWN.players}`
  const bounds = `${player('0')} and ${player(String(GROWN.players))}`
  const some = `1 + n % ${GROWN.players}`
  const statements = [
    `insert into player (user_id, steam_id, name, lang, created_at_ms)
      select ${player('n')}, (76561190100000000 + n)::text, 'Player ' || n, 'en', 1690000000000
      from generate_series(1, ${GROWN.players}) as n`,
    `insert into lot (lot_id, owner_id, item_id, side, price, count, open_count, preferred_currency, preferred_price, created_at_ms)
      select ${someId('01890001-0000-7000-8000-', 'n')}, ${player(some)}, ${items}[1 + n / 2 % ${itemIds.length}], n % 2,
        case n % 2 when 0 then ${BID_COINS} else ${OFFER_COINS} + n % ${PRICES} end, 10, 10, 'coin', 1, 1690000000000
      from generate_series(1, ${GROWN.lots}) as n`,
    `insert into operation (user_id, operation_id, kind, entry_type, item_id, item_change, item_after, coin_change,
        coin_after, price, count, since_ms, actor_id)
      select ${player(owner)}, ${someId('01890002-0000-7000-8000-', 'n')}, 3, n % 2, ${items}[1 + n % ${itemIds.length}],
        1, 1000, 100, 1000000, 100, 1, 1690000000000, ${player(owner)}
      from generate_series(1, ${GROWN.operations}) as n`,
    // Free balances from operations and holds from lots; the world's balance compensates, or the integrity check would
    // halt the economy.
    `create temporary table grown as
      select user_id, asset, sum(free) as free, sum(held) as held from (
        select user_id, 0 as asset, coin_change as free, 0 as held from operation where actor_id between ${bounds}
        union all select user_id, item_id, item_change, 0 from operation where actor_id between ${bounds}
        union all select owner_id, case side when 0 then 0 else item_id end, 0,
          case side when 0 then price * open_count else open_count end from lot
      ) as line group by user_id, asset`,
    'insert into balance (user_id, asset, free, held) select user_id, asset, free, held from grown',
    `insert into balance (user_id, asset, free, held)
      select '${WORLD}', asset, -sum(free + held), 0 from grown group by asset
      on conflict (user_id, asset) do update set free = balance.free + excluded.free`,
    'analyze',
  ]
  // In one session, because they share a temporary table.
  const script = ['-v', 'ON_ERROR_STOP=1', ...statements.flatMap((statement) => ['-c', statement])]
  execFileSync(psql, [databaseUrl, '-q', ...script], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** SQL for an id of a prefix and a number. */
function someId(prefix: string, n: string): string {
  return `('${prefix}' || lpad(to_hex(${n}), 12, '0'))::uuid`
}
