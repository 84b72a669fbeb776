import type { MarketTerms } from '../src/areas/marketplace/terms.ts'
import type { RouletteTerms } from '../src/areas/roulette/terms.ts'
import { pairIdOf, type PairId } from '../src/areas/social/pair.ts'
import type { Catalogue, ItemRule } from '../src/core/catalogue.ts'
import { rngFromText, type Rng } from '../src/core/chance/rng.ts'
import type { Command, DecisionContext } from '../src/core/command.ts'
import type { EconomyEvent } from '../src/core/event.ts'
import { asCoins, asQuantity, asUserId, type UserId } from '../src/core/numbers.ts'
import type { Rejection } from '../src/core/rejection.ts'
import type { Result } from '../src/core/result.ts'
import type { World } from '../src/core/world.ts'
import { CommandRunner, applyEvents, createWorld } from '../src/economy.ts'
import { dumpWorld, loadWorld } from './dump-world.ts'
import {
  CRATE,
  GOLDEN_SICKLE,
  HERB,
  INGOT,
  LUCKY_BAG,
  NESTED_BAG,
  NOTHING,
  ORE,
  QUEST_LETTER,
  SCRAP,
  SICKLE,
  TONIC,
  sampleRecipes,
} from './sample-recipes.ts'

export const FREE_MARKET: MarketTerms = { feeBasisPoints: 0, maxOpenLots: 200, maxItemsPerLot: 1_000_000 }

/** A small game: items and recipes, one bound item, a bundle, a generator and a generator of both. */
export function sampleCatalogue(market: MarketTerms = FREE_MARKET): Catalogue {
  const plain = [ORE, INGOT, HERB, SICKLE, GOLDEN_SICKLE, SCRAP, TONIC].map((id) => ({
    id,
    canSell: true,
    canTrade: true,
    opens: undefined,
  }))
  const items: ItemRule[] = [
    ...plain,
    { id: QUEST_LETTER, canSell: false, canTrade: false, opens: undefined },
    { id: NOTHING, canSell: false, canTrade: false, opens: { how: 'bundle', entries: [] } },
    {
      id: CRATE,
      canSell: false,
      canTrade: true,
      opens: {
        how: 'bundle',
        entries: [
          { itemId: ORE, count: 10 },
          { itemId: HERB, count: 2 },
        ],
      },
    },
    {
      id: LUCKY_BAG,
      canSell: false,
      canTrade: true,
      opens: {
        how: 'generator',
        entries: [
          { itemId: ORE, count: 70 },
          { itemId: INGOT, count: 25 },
          { itemId: NOTHING, count: 5 },
        ],
      },
    },
    {
      id: NESTED_BAG,
      canSell: false,
      canTrade: true,
      opens: {
        how: 'generator',
        entries: [
          { itemId: CRATE, count: 1 },
          { itemId: LUCKY_BAG, count: 1 },
        ],
      },
    },
  ]
  return {
    items: new Map(items.map((item) => [item.id, item])),
    market,
    starterPack: { coins: asCoins(1_000), items: [{ itemId: CRATE, count: asQuantity(1) }] },
    referralMinValue: asCoins(100),
    referralReward: { coins: asCoins(500), items: [{ itemId: LUCKY_BAG, count: asQuantity(1) }] },
    roulette: sampleWheel(),
    ...sampleRecipes(),
  }
}

/** A wheel of coins, plain items and a bag whose draws depend only on the seat. */
function sampleWheel(): RouletteTerms {
  return {
    cost: { itemId: undefined, count: 10 },
    tableHash: 'sample',
    prizes: [
      { itemId: undefined, count: 5, weight: 60 },
      { itemId: ORE, count: 2, weight: 30 },
      { itemId: LUCKY_BAG, count: 1, weight: 9 },
      { itemId: undefined, count: 100, weight: 1 },
    ],
    rollOf: ({ userId, seedIndex, clientSeed, nonce }, totalWeight) =>
      rngFromText(`${userId} ${seedIndex} ${clientSeed} ${nonce}`).below(totalWeight),
  }
}

/** A deterministic UUID-shaped id, ordered by number. */
export function numberedId(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

export function userNumber(number: number): UserId {
  return asUserId(`00000000-0000-7000-9000-${String(number).padStart(12, '0')}`)
}

const UNLIMITED = { instantsPerSubject: Number.POSITIVE_INFINITY, instants: Number.POSITIVE_INFINITY }

/** A whole economy in memory with a clock that advances a millisecond per command. */
export class SampleEconomy {
  world: World
  nowMs = 0
  /** The operations that randomness was requested for, in order. */
  readonly drawnFor: string[] = []
  #ids = 0

  constructor(users: readonly UserId[], market: MarketTerms = FREE_MARKET, changes: Partial<Catalogue> = {}) {
    this.world = createWorld({ ...sampleCatalogue(market), ...changes })
    for (const userId of users) this.world.addAccount(userId)
    for (const item of this.world.catalogue.items.keys()) this.world.marketplace.addBook(item)
    for (const one of users) for (const other of users) if (one < other) this.#addPair(pairIdOf(one, other))
  }

  /** Settles due work, then decides and applies the command. */
  run(command: Command): Result<EconomyEvent[], Rejection> {
    return this.runAll(command).decision
  }

  /** The same, with all events before and after the command. */
  runAll(command: Command): { decision: Result<EconomyEvent[], Rejection>; events: EconomyEvent[] } {
    this.nowMs += 1
    const events: EconomyEvent[] = []
    const decision = this.#runner(events).run(command, this.#context(command.userId))
    if (decision === undefined) throw new Error('An unlimited runner reached its limit')
    return { decision, events }
  }

  /** Advances the clock and settles all due work. @returns the events. */
  pass(ms: number): EconomyEvent[] {
    this.nowMs += ms
    const events: EconomyEvent[] = []
    const runner = this.#runner(events)
    for (const { userId } of this.world.accounts()) runner.settle({ kind: 'player', id: userId }, this.nowMs)
    for (const { id } of this.world.trades.all()) runner.settle({ kind: 'trade', id }, this.nowMs)
    return events
  }

  /** Restores a world from its dump, like a restart. */
  restart(): void {
    this.world = loadWorld(this.world.catalogue, dumpWorld(this.world))
  }

  /** An independent copy. */
  copy(): SampleEconomy {
    const copy = new SampleEconomy([])
    copy.world = loadWorld(this.world.catalogue, dumpWorld(this.world))
    copy.nowMs = this.nowMs
    copy.#ids = this.#ids
    return copy
  }

  #addPair(id: PairId): void {
    this.world.social.add(id)
    this.world.trades.addPair(id, undefined)
  }

  readonly #rngFor = (operationId: string): Rng => {
    this.drawnFor.push(operationId)
    return rngFromText(operationId)
  }

  #runner(events: EconomyEvent[]): CommandRunner {
    return new CommandRunner(this.world, UNLIMITED, this.#rngFor, (decided) => {
      applyEvents(this.world, decided)
      events.push(...decided)
    })
  }

  #context(actorId: UserId): DecisionContext {
    return {
      nowMs: this.nowMs,
      actorId,
      newId: () => {
        this.#ids += 1
        return numberedId(this.#ids)
      },
      rngFor: this.#rngFor,
    }
  }
}
