import type { Exchange } from '../src/areas/exchange/exchange.ts'
import type { HarvestGroup } from '../src/areas/harvest/harvest-group.ts'
import type { HarvestSettings } from '../src/areas/harvest/settings.ts'
import type { Job } from '../src/areas/jobs/job.ts'
import type { CostBasis } from '../src/areas/marketplace/cost-basis.ts'
import type { Lot } from '../src/areas/marketplace/lot.ts'
import { toLot } from '../src/areas/marketplace/order-book.ts'
import type { ReferralPart } from '../src/areas/referrals/referrals.ts'
import type { Rental, RentPool } from '../src/areas/rent/rent-pool.ts'
import type { Seat } from '../src/areas/roulette/commands.ts'
import { usersOfPair, type PairId, type PairSide } from '../src/areas/social/pair.ts'
import type { SocialCounts } from '../src/areas/social/social.ts'
import type { Trade } from '../src/areas/trades/trade.ts'
import type { Catalogue } from '../src/core/catalogue.ts'
import type { Balance } from '../src/core/ledger/accounts.ts'
import type { AssetId, ItemId, RecipeId, UserId } from '../src/core/numbers.ts'
import type { World } from '../src/core/world.ts'
import { createWorld } from '../src/economy.ts'

/** A whole world as plain data in a fixed order: equal for equal worlds, and enough to restore one. */
export interface WorldDump {
  readonly accounts: readonly AccountDump[]
  readonly lots: readonly Lot[]
  readonly rentPools: readonly AsText<RentPool>[]
  readonly pairs: readonly PairDump[]
  readonly trades: readonly Trade[]
  readonly itemFreezes: readonly (readonly [ItemId, string])[]
}

interface PairDump {
  readonly id: PairId
  readonly sides: readonly [PairSide, PairSide]
}

/** Bigints as text, since JSON has none. */
type AsText<Value> = { readonly [Key in keyof Value]: Value[Key] extends bigint ? string : Value[Key] }

interface AccountDump {
  readonly userId: UserId
  readonly openLotCount: number
  readonly social: SocialCounts
  readonly costBases: readonly (readonly [ItemId, CostBasis])[]
  readonly balances: readonly (readonly [AssetId, Balance])[]
  readonly energisedUntilMs: number
  readonly tradingFreeze: string
  readonly seat: Seat | undefined
  readonly referral: ReferralPart
  readonly rentals: readonly (readonly [ItemId, AsText<Rental>])[]
  readonly exchanges: readonly Exchange[]
  readonly jobs: readonly Job[]
  readonly groups: readonly HarvestGroup[]
  readonly harvests: readonly {
    readonly recipeId: RecipeId
    readonly settings: HarvestSettings
    readonly experience: readonly (readonly [ItemId, number])[]
  }[]
}

export function dumpWorld(world: World): WorldDump {
  const accounts = Array.from(
    world.accounts(),
    ({
      userId,
      balances,
      marketplace,
      energy,
      rentals,
      exchanges,
      jobs,
      harvest,
      social,
      roulette,
      tradingFreeze,
      referral,
    }) => ({
      userId,
      social: { ...social },
      seat: roulette.seat,
      referral: { referrerId: referral.referrerId, tradedCoins: referral.tradedCoins, owed: [...referral.owed] },
      openLotCount: marketplace.openLotCount,
      costBases: [...marketplace.costBases].toSorted(([a], [b]) => a - b),
      balances: Array.from(balances, ([asset, { free, held }]) => [asset, { free, held }] as const)
        .filter(([, { free, held }]) => free !== 0 || held !== 0)
        .toSorted(([a], [b]) => a - b),
      energisedUntilMs: energy.untilMs,
      tradingFreeze: tradingFreeze.reason,
      rentals: Array.from(rentals, ([itemId, { units, snap, owed }]) => {
        return [itemId, { units, snap: String(snap), owed: String(owed) }] as const
      }).toSorted(([a], [b]) => a - b),
      exchanges: [...exchanges.values()],
      jobs: jobs.all(),
      groups: harvest.groups().toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      harvests: Array.from(harvest.states(), ([recipeId, { settings, experience }]) => ({
        recipeId,
        settings,
        experience: [...experience].toSorted(([a], [b]) => a - b),
      })).toSorted((a, b) => a.recipeId - b.recipeId),
    }),
  )
  const lots = Array.from(world.marketplace.books(), (book) =>
    Array.from(book.lots(), (lot) => toLot(lot, lot.openCount)),
  ).flat()
  const rentPools = Array.from(world.rentPools.values(), ({ acc, rem, accrued, paid, ...pool }) => {
    return { ...pool, acc: String(acc), rem: String(rem), accrued: String(accrued), paid: String(paid) }
  }).toSorted((a, b) => a.itemId - b.itemId)
  return {
    accounts: accounts.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)),
    lots: lots.toSorted(byId),
    rentPools,
    pairs: dumpPairs(world),
    trades: dumpTrades(world),
    itemFreezes: [...world.itemFreezes].toSorted(([a], [b]) => a - b),
  }
}

/** Restores a world from its dump, like a restart. */
export function loadWorld(catalogue: Catalogue, dump: WorldDump): World {
  const world = createWorld(catalogue)
  for (const dumped of dump.accounts) {
    const account = world.addAccount(dumped.userId)
    account.marketplace.openLotCount = dumped.openLotCount
    Object.assign(account.social, dumped.social)
    for (const [itemId, basis] of dumped.costBases) account.marketplace.costBases.set(itemId, basis)
    for (const [asset, balance] of dumped.balances) account.balances.set(asset, balance)
    const { energy, rentals, exchanges, jobs, harvest, roulette, referral } = account
    roulette.seat = dumped.seat
    referral.referrerId = dumped.referral.referrerId
    referral.tradedCoins = dumped.referral.tradedCoins
    referral.owed.push(...dumped.referral.owed)
    for (const exchange of dumped.exchanges) exchanges.set(exchange.id, exchange)
    for (const [itemId, { units, snap, owed }] of dumped.rentals) {
      rentals.set(itemId, { units, snap: BigInt(snap), owed: BigInt(owed) })
    }
    energy.untilMs = dumped.energisedUntilMs
    account.tradingFreeze.reason = dumped.tradingFreeze
    for (const job of dumped.jobs) jobs.addJob(job)
    for (const group of dumped.groups) harvest.addGroup(group)
    for (const { recipeId, settings, experience } of dumped.harvests) {
      harvest.setSettings(recipeId, settings)
      for (const [itemId, value] of experience) harvest.setExperience(recipeId, itemId, value)
    }
  }
  for (const { acc, rem, accrued, paid, ...pool } of dump.rentPools) {
    const counters = { acc: BigInt(acc), rem: BigInt(rem), accrued: BigInt(accrued), paid: BigInt(paid) }
    world.rentPools.set(pool.itemId, { ...pool, ...counters })
  }
  for (const itemId of catalogue.items.keys()) world.marketplace.addBook(itemId)
  for (const lot of dump.lots) {
    world.marketplace.book(lot.itemId).add(lot)
    world.marketplace.indexLot(lot.id, lot.itemId)
  }
  for (const { id, sides } of dump.pairs) {
    const [low, high] = usersOfPair(id)
    world.social.add(id)
    world.social.set(low, high, sides[0])
    world.social.set(high, low, sides[1])
    world.trades.addPair(id, undefined)
  }
  for (const trade of dump.trades) world.trades.set(trade)
  for (const [itemId, reason] of dump.itemFreezes) world.itemFreezes.set(itemId, reason)
  return world
}

function dumpPairs(world: World): PairDump[] {
  return [...world.social.ids()].toSorted().map((id) => {
    const [low, high] = usersOfPair(id)
    return { id, sides: [world.social.side(low, high), world.social.side(high, low)] }
  })
}

function dumpTrades(world: World): Trade[] {
  return world.trades.all().toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function byId(a: Lot, b: Lot): number {
  return a.id < b.id ? -1 : 1
}
