import type { LotRequest } from '@clutch/contract'
import {
  asAssetId,
  asUserId,
  COINS,
  rngFromText,
  createWorld,
  decide,
  holdOf,
  type Side,
  type UserId,
  type World,
} from '@clutch/economy'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Context } from '../../context.ts'
import { SIDE_CODES } from './codes.ts'
import { toPlaceLot } from './commands.ts'
import { toLot } from './load.ts'

/**
 * Whether an immediate trade would succeed now: runs the actual rule against the lots, balances and freezes involved, read
 * from the store. Changes nothing (rules §2, §17).
 */
export async function checkTrade(context: Context, userId: string, request: LotRequest, side: Side): Promise<boolean> {
  const command = toPlaceLot(userId, request, side, 'now')
  if (!context.catalogue.items.has(command.itemId)) return false
  const world = createWorld(context.catalogue)
  const [balances, lots, freezes] = await Promise.all([
    readBalances(context, userId, [COINS, command.itemId]),
    readReachableLots(context, userId, request, side),
    readFreezes(context, userId, command.itemId),
  ])
  if (freezes.isHalted) return false
  if (freezes.item !== null) world.itemFreezes.set(command.itemId, freezes.item)
  const account = world.addAccount(asUserId(userId))
  account.tradingFreeze.reason = freezes.trading ?? ''
  for (const { asset, free, held } of balances) account.balances.set(asAssetId(asset), { free, held })
  const book = world.marketplace.addBook(command.itemId)
  for (const row of lots) {
    const lot = toLot(row)
    book.add(lot)
    addHold(world, lot.ownerId, holdOf(lot))
  }
  return decide(world, command, {
    nowMs: Date.now(),
    actorId: command.userId,
    newId: v7,
    rngFor: rngFromText,
  }).ok
}

function addHold(world: World, ownerId: UserId, { asset, amount }: ReturnType<typeof holdOf>): void {
  const account = world.hasAccount(ownerId) ? world.account(ownerId) : world.addAccount(ownerId)
  const held = (account.balances.get(asset)?.held ?? 0) + amount
  account.balances.set(asset, { free: 0, held })
}

interface Freezes {
  /** Whether the whole economy is halted. */
  readonly isHalted: boolean
  /** Reason of the player's trading freeze; null without one. */
  readonly trading: string | null
  /** Reason of the item's freeze; null without one. */
  readonly item: string | null
}

async function readFreezes({ store }: Context, userId: string, itemId: number): Promise<Freezes> {
  const { rows } = await sql<Freezes>`select exists (select from economy_halt) as "isHalted",
    (select reason from trading_freeze where user_id = ${userId}) as trading,
    (select reason from item_freeze where item_id = ${itemId}) as item`.execute(store.db)
  return rows[0] ?? { isHalted: false, trading: null, item: null }
}

function readBalances(context: Context, userId: string, assets: readonly number[]) {
  return context.store.db
    .selectFrom('balance')
    .select(['asset', 'free', 'held'])
    .where('user_id', '=', userId)
    .where('asset', 'in', assets)
    .execute()
}

/** Lots of other players that the order would match, best first, up to the one that fills it. */
async function readReachableLots(
  context: Context,
  userId: string,
  request: LotRequest,
  side: Side,
): Promise<Record<string, unknown>[]> {
  const buys = side === 'buy'
  const opposite = buys ? SIDE_CODES.sell : SIDE_CODES.buy
  const crossing = buys ? sql`price <= ${request.price}` : sql`price >= ${request.price}`
  const order = buys ? sql`price asc, lot_id` : sql`price desc, lot_id`
  const { rows } = await sql<Record<string, unknown>>`
    select * from (
      select lot.*, sum(open_count) over (order by ${order}) - open_count as before
      from lot where item_id = ${request.item_type_id} and side = ${opposite} and owner_id <> ${userId} and ${crossing}
    ) as queue where before < ${request.count} order by lot_id`.execute(context.store.db)
  return rows
}
