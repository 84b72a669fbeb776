import {
  asTradeId,
  isSameOffer,
  NOTHING_OFFERED,
  sidesFor,
  type Trade,
  type TradeOffer,
} from '../src/areas/trades/trade.ts'
import { pairIdOf } from '../src/areas/social/pair.ts'
import type { Command } from '../src/core/command.ts'
import type { EconomyEvent } from '../src/core/event.ts'
import { COINS } from '../src/core/ledger/accounts.ts'
import type { ItemId, UserId } from '../src/core/numbers.ts'
import { findViolations } from '../src/economy.ts'
import { dumpWorld } from './dump-world.ts'
import { SampleEconomy, userNumber } from './fixture.ts'
import { HERB, ORE } from './sample-recipes.ts'

const [ANNA, BORIS] = [userNumber(1), userNumber(2)]
const PLAYERS = [ANNA, BORIS]
/** What each player has and would trade. */
const GOODS: Readonly<Record<UserId, ItemId>> = { [ANNA]: ORE, [BORIS]: HERB }
const LIFE_MS = 24 * 3_600_000
/** Confirmations within which two careful players finish. */
const CAREFUL_CALLS_MAX = 4

/** What a player may do; `look` shows them the current trade. */
type Act =
  | { readonly by: UserId; readonly do: 'look' | 'create' | 'cancel' | 'decline' | 'remove' | 'block' | 'sell' }
  | { readonly by: UserId; readonly do: 'confirm'; readonly offer: TradeOffer; readonly isBlind: boolean }
  | { readonly by: undefined; readonly do: 'expire' | 'restart' }

const ACTS: readonly Act[] = [
  ...PLAYERS.flatMap((by): Act[] => [
    { by, do: 'look' },
    { by, do: 'create' },
    { by, do: 'cancel' },
    { by, do: 'decline' },
    { by, do: 'remove' },
    { by, do: 'block' },
    { by, do: 'sell' },
    ...offersOf(by).flatMap((offer): Act[] => [
      { by, do: 'confirm', offer, isBlind: false },
      { by, do: 'confirm', offer, isBlind: true },
    ]),
  ]),
  { by: undefined, do: 'expire' },
  { by: undefined, do: 'restart' },
]

export interface TradeExploration {
  /** States that rules or players can distinguish. */
  readonly states: number
  readonly calls: number
  readonly completed: number
}

/**
 * Explores every interleaving of two players' calls up to a depth, including looking at the trade, expiry, unfriending,
 * sales and restarts. Checks in every state that invariants hold, that players trade only what they saw last, that only
 * completion moves stock, and that two careful players can finish.
 * @throws naming the acts that led to the first violation.
 */
export function exploreTrades(depth: number): TradeExploration {
  const known = new Set<string>()
  let [calls, completed] = [0, 0]
  let level: readonly Play[] = [Play.begin()]
  for (let steps = 0; steps < depth; steps += 1) {
    const next: Play[] = []
    for (const before of level) {
      for (const act of ACTS) {
        const play = before.after(act)
        calls += 1
        completed += play.completed - before.completed
        const key = play.key()
        if (known.has(key)) continue
        known.add(key)
        checkCarefulEnd(play)
        next.push(play)
      }
    }
    level = next
  }
  return { states: known.size, calls, completed }
}

/** Checks that two players who look before each confirmation finish the open trade. */
function checkCarefulEnd(from: Play): void {
  let play = from
  for (let call = 0; call < CAREFUL_CALLS_MAX && play.openTrade !== undefined; call += 1) {
    const by = call % 2 === 0 ? ANNA : BORIS
    play = play.after({ by, do: 'look' }).after({ by, do: 'confirm', offer: play.affordable(by), isBlind: false })
  }
  if (play.openTrade !== undefined) throw new Error(`Careful players do not finish after ${JSON.stringify(play.acts)}`)
}

/** A player's last confirmation, and what they had seen then, if they said so. */
interface Said {
  readonly own: TradeOffer
  readonly theirs: TradeOffer | undefined
}

class Play {
  completed = 0
  readonly acts: readonly Act[]
  readonly #economy: SampleEconomy
  /** The trade as each player last saw it. */
  readonly #seen: Map<UserId, Trade>
  readonly #said: Map<UserId, Said>

  private constructor(
    acts: readonly Act[],
    economy: SampleEconomy,
    seen: ReadonlyMap<UserId, Trade>,
    said: ReadonlyMap<UserId, Said>,
  ) {
    this.acts = acts
    this.#economy = economy
    this.#seen = new Map(seen)
    this.#said = new Map(said)
  }

  /** Two friends with an open trade that both have seen. */
  static begin(): Play {
    const play = new Play([], new SampleEconomy(PLAYERS), new Map(), new Map())
    for (const userId of PLAYERS) {
      const items = [{ itemId: GOODS[userId] ?? ORE, count: 2 }]
      play.#run({ type: 'grant', userId, kind: 'quest_drop', coins: 5, items })
    }
    play.#run({ type: 'send_friend_invite', userId: ANNA, otherId: BORIS })
    play.#run({ type: 'accept_friend_invite', userId: BORIS, otherId: ANNA })
    play.#run({ type: 'create_trade', userId: ANNA, otherId: BORIS })
    for (const by of PLAYERS) play.#do({ by, do: 'look' })
    return play
  }

  /** The state after one more act; this one is unchanged. @throws on a violation. */
  after(act: Act): Play {
    const play = new Play([...this.acts, act], this.#economy.copy(), this.#seen, this.#said)
    play.completed = this.completed
    try {
      play.#do(act)
    } catch (error) {
      throw new Error(`after ${JSON.stringify(play.acts)}: ${String(error)}`, { cause: error })
    }
    return play
  }

  get openTrade(): Trade | undefined {
    return this.#economy.world.trades.activeOf(pairIdOf(ANNA, BORIS))
  }

  /** What a player would give, limited to what they have. */
  affordable(userId: UserId): TradeOffer {
    const itemId = GOODS[userId] ?? ORE
    const { free } = this.#economy.world.balanceOf(userId, itemId)
    return free === 0 ? { coins: 1, items: [] } : { coins: 0, items: [{ itemId, count: 1 }] }
  }

  #do(act: Act): void {
    if (act.by === undefined && act.do === 'restart') return this.#economy.restart()
    const before = this.#stock()
    const trades = new Map(this.#economy.world.trades.all().map((trade) => [trade.id, trade]))
    const events = act.by === undefined ? this.#economy.pass(LIFE_MS) : this.#act(act)
    this.#check(events, before, act)
    this.#checkVersions(trades)
  }

  /** Everything that rules or players can see, independent of clock and version. */
  key(): string {
    const { accounts, pairs, trades, lots } = dumpWorld(this.#economy.world)
    const withoutTimes = JSON.stringify([accounts, pairs, trades.slice(-1), lots.length, [...this.#seen.values()]])
    return withoutTimes.replaceAll(/"(\w*Ms|id|inviteTimesMs|version)":(\d+|"[^"]*"|\[[^\]]*\])/g, '')
  }

  #act(act: Exclude<Act, { by: undefined }>): readonly EconomyEvent[] {
    const { by: userId } = act
    const otherId = userId === ANNA ? BORIS : ANNA
    const seen = this.#seen.get(userId)
    const tradeId = seen?.id ?? asTradeId('none')
    switch (act.do) {
      case 'look': {
        const trade = this.openTrade
        if (trade !== undefined) this.#seen.set(userId, trade)
        return []
      }
      case 'create':
        return this.#run({ type: 'create_trade', userId, otherId })
      case 'cancel':
        return this.#run({ type: 'cancel_trade', userId, tradeId })
      case 'decline':
        return this.#run({ type: 'decline_trade', userId, tradeId })
      case 'remove':
        return this.#run({ type: 'remove_friend', userId, otherId })
      case 'block':
        return this.#run({ type: 'block_user', userId, otherId })
      case 'sell': {
        const [itemId, preferred] = [GOODS[userId] ?? ORE, { currency: 'coin', price: 0 } as const]
        const price = 9 + PLAYERS.indexOf(userId)
        return this.#run({ type: 'place_lot', userId, side: 'sell', itemId, price, count: 1, mode: 'rest', preferred })
      }
      case 'confirm': {
        const theirs = act.isBlind || seen === undefined ? undefined : sidesFor(seen, userId)?.[1].offer
        const before = this.#said.get(userId)
        // Repeating an equal offer keeps what was seen, unless the trade changed.
        const kept = before !== undefined && isSameOffer(before.own, act.offer) ? before.theirs : undefined
        this.#said.set(userId, { own: act.offer, theirs: theirs ?? kept })
        return this.#run({
          type: 'confirm_trade',
          userId,
          tradeId,
          ...act.offer,
          seenRevision: act.isBlind ? undefined : seen?.revision,
        })
      }
    }
  }

  /** Checks that only completion and sales move stock. */
  #check(events: readonly EconomyEvent[], before: string, act: Act): void {
    const violations = findViolations(this.#economy.world)
    if (violations.length > 0) throw new Error(JSON.stringify(violations))
    const done = events.flatMap((event) =>
      event.type === 'trade_changed' && event.trade.status === 'completed' ? [event.trade] : [],
    )
    if (done.length === 0 && act.do !== 'sell' && this.#stock() !== before)
      throw new Error('Stock moved without a completed trade')
    for (const trade of done) {
      this.completed += 1
      for (const userId of PLAYERS) this.#checkSeen(trade, userId)
    }
  }

  /** Checks that versions order the states of a trade. */
  #checkVersions(before: ReadonlyMap<Trade['id'], Trade>): void {
    for (const trade of this.#economy.world.trades.all()) {
      const past = before.get(trade.id)
      if (past !== undefined && past !== trade && past.version >= trade.version)
        throw new Error('The trade changed without a higher version')
    }
  }

  #checkSeen(trade: Trade, userId: UserId): void {
    const [own, other] = sidesFor(trade, userId) ?? []
    const said = this.#said.get(userId)
    if (own === undefined || other === undefined || said?.theirs === undefined)
      throw new Error('A blind confirmation completed a trade')
    if (!isSameOffer(said.own, own.offer)) throw new Error('Gave something other than the last offer')
    if (!isSameOffer(said.theirs, other.offer)) throw new Error('Received something other than the offer last seen')
  }

  #run(command: Command): readonly EconomyEvent[] {
    return this.#economy.runAll(command).events
  }

  #stock(): string {
    return JSON.stringify(
      PLAYERS.flatMap((userId) => [COINS, ORE, HERB].map((asset) => this.#economy.world.balanceOf(userId, asset))),
    )
  }
}

/** Nothing, one item, and coins. */
function offersOf(userId: UserId): TradeOffer[] {
  return [NOTHING_OFFERED, { coins: 0, items: [{ itemId: GOODS[userId] ?? ORE, count: 2 }] }, { coins: 3, items: [] }]
}
