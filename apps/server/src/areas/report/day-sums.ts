import {
  COINS,
  OPERATION_KINDS,
  WORLD,
  type LedgerPosted,
  type MarketRecorded,
  type OperationKind,
  type Traded,
} from '@clutch/economy'
import { NULL_CELL, overRows, type MaybeStatement } from '../../store/statement.ts'
import type { AreaRows } from '../../writer/area.ts'
import { startOfDay, startOfHour } from '../calendar.ts'

interface Flow {
  readonly kind: OperationKind
  readonly asset: number
  minted: bigint
  burned: bigint
  operations: number
}

interface PairSum {
  readonly itemId: number
  readonly sellerId: string
  readonly buyerId: string
  trades: number
  count: bigint
  coins: bigint
}

/** Operations that do not count as activity of the player: a resting lot can be filled while they are away. */
const TRADE_KINDS: ReadonlySet<OperationKind> = new Set(['buy_lot', 'sell_lot'])

/**
 * A batch's contribution to the sums of its day. Everything counts for the day of posting, including overdue work, so that
 * flows and supply always refer to the same day.
 */
export function gatherDaySums(): AreaRows {
  const flows = new Map<string, Flow>()
  const supplies = new Map<number, number>()
  const pairs = new Map<string, PairSum>()
  const active = new Set<string>()
  const paid = new Set<string>()

  function flowOf(kind: OperationKind, asset: number): Flow {
    const key = `${kind}/${asset}`
    let flow = flows.get(key)
    if (flow === undefined) {
      flow = { kind, asset, minted: 0n, burned: 0n, operations: 0 }
      flows.set(key, flow)
    }
    return flow
  }

  return {
    on: {
      ledger_posted(posted: LedgerPosted) {
        for (const { userId, kind, actorId } of posted.operations) {
          flowOf(kind, COINS).operations += 1
          if (actorId === undefined && !TRADE_KINDS.has(kind)) active.add(userId)
        }
        for (const { kind, asset, minted, burned } of posted.flows) {
          const flow = flowOf(kind, asset)
          flow.minted += BigInt(minted)
          flow.burned += BigInt(burned)
        }
        for (const { owner, asset, free } of posted.changes) {
          if (owner === WORLD) supplies.set(asset, 0 - free)
          else if (asset === COINS) paid.add(owner)
        }
      },
      // The world creates a new player, but it counts as the player's activity.
      player_registered: ({ userId }) => void active.add(userId),
      market_recorded({ userId, recordType }: MarketRecorded) {
        if (recordType === 'buy_manual' || recordType === 'sell_manual') active.add(userId)
      },
      traded({ itemId, sellerId, buyerId, count, price }: Traded) {
        const key = `${itemId}/${sellerId}/${buyerId}`
        const pair = pairs.get(key) ?? { itemId, sellerId, buyerId, trades: 0, count: 0n, coins: 0n }
        pair.trades += 1
        pair.count += BigInt(count)
        pair.coins += BigInt(count) * BigInt(price)
        pairs.set(key, pair)
      },
    },
    statements(atMs) {
      const daySec = startOfDay(atMs)
      return [
        addToFlows([...flows.values()], daySec),
        upsertSupplies([...supplies], daySec),
        addToPairs([...pairs.values()], startOfHour(atMs)),
        noteChanges([...new Set([...paid, ...active])], active, atMs),
      ]
    },
  }
}

function addToFlows(rows: readonly Flow[], daySec: number): MaybeStatement {
  return overRows(
    'add-to-economy-flows',
    rows,
    [
      () => daySec,
      ({ kind }) => OPERATION_KINDS[kind].code,
      ({ asset }) => asset,
      ({ minted }) => String(minted),
      ({ burned }) => String(burned),
      ({ operations }) => operations,
    ],
    `insert into economy_flow_day as flow (day_sec, kind, asset, minted, burned, operations)
    select * from unnest($1::bigint[], $2::smallint[], $3::integer[], $4::numeric[], $5::numeric[], $6::bigint[])
    on conflict (day_sec, kind, asset) do update set minted = flow.minted + excluded.minted,
      burned = flow.burned + excluded.burned, operations = flow.operations + excluded.operations`,
  )
}

function upsertSupplies(rows: readonly (readonly [asset: number, supply: number])[], daySec: number): MaybeStatement {
  return overRows(
    'upsert-economy-supplies',
    rows,
    [([asset]) => asset, () => daySec, ([, supply]) => supply],
    `insert into economy_supply_day (asset, day_sec, supply)
    select * from unnest($1::integer[], $2::bigint[], $3::bigint[])
    on conflict (asset, day_sec) do update set supply = excluded.supply`,
  )
}

function addToPairs(rows: readonly PairSum[], hourSec: number): MaybeStatement {
  return overRows(
    'add-to-pair-hours',
    rows,
    [
      ({ itemId }) => itemId,
      () => hourSec,
      ({ sellerId }) => sellerId,
      ({ buyerId }) => buyerId,
      ({ trades }) => trades,
      ({ count }) => String(count),
      ({ coins }) => String(coins),
    ],
    `insert into pair_hour as pair (item_id, hour_sec, seller_id, buyer_id, trades, count, coins)
    select * from unnest($1::integer[], $2::bigint[], $3::uuid[], $4::uuid[], $5::bigint[], $6::numeric[], $7::numeric[])
    on conflict (item_id, hour_sec, seller_id, buyer_id) do update set trades = pair.trades + excluded.trades,
      count = pair.count + excluded.count, coins = pair.coins + excluded.coins`,
  )
}

/** Writes at most once per hour and player. Only receiving money is not activity. */
function noteChanges(userIds: readonly string[], active: ReadonlySet<string>, atMs: number): MaybeStatement {
  const [daySec, hourSec] = [startOfDay(atMs), startOfHour(atMs)]
  return overRows(
    'note-player-activity',
    userIds,
    [(userId) => userId, (userId) => (active.has(userId) ? daySec : NULL_CELL), () => hourSec],
    `insert into player_activity as known (user_id, day_sec, changed_sec)
    select * from unnest($1::uuid[], $2::bigint[], $3::bigint[])
    on conflict (user_id) do update set
      before_day_sec = case when known.day_sec < excluded.day_sec then known.day_sec else known.before_day_sec end,
      day_sec = greatest(known.day_sec, excluded.day_sec),
      changed_sec = greatest(known.changed_sec, excluded.changed_sec)
      where known.changed_sec < excluded.changed_sec or coalesce(known.day_sec, 0) < excluded.day_sec`,
  )
}
