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
/** What each has to begin with, and would like to give. */
const GOODS: Readonly<Record<UserId, ItemId>> = { [ANNA]: ORE, [BORIS]: HERB }
const LIFE_MS = 24 * 3_600_000
/** Two who look before they confirm come to an end after so many confirmations. */
const CAREFUL_CALLS_MAX = 4

/** What one of the two may do; `look` shows him the trade as it is. */
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
  /** States that differ in anything a rule or a player can see. */
  readonly states: number
  readonly calls: number
  readonly completed: number
}

/**
 * Tries every interleaving of two players' calls up to a depth, with looking at the trade, expiry, parting, sales that
 * take items away, and restarts among them. In every state: all promises hold, nobody gives or gets what he did not
 * see last, nothing moves but by completing, and two careful players can finish.
 * @throws naming the acts that led to the first broken promise.
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

/** From every state with an open trade, two who look before each confirmation come to the end of it. */
function checkCarefulEnd(from: Play): void {
  let play = from
  for (let call = 0; call < CAREFUL_CALLS_MAX && play.openTrade !== undefined; call += 1) {
    const by = call % 2 === 0 ? ANNA : BORIS
    play = play.after({ by, do: 'look' }).after({ by, do: 'confirm', offer: play.affordable(by), isBlind: false })
  }
  if (play.openTrade !== undefined) throw new Error(`No end for the careful after ${JSON.stringify(play.acts)}`)
}

/** What a player said when he confirmed last, and what he had seen then; undefined when he did not say. */
interface Said {
  readonly own: TradeOffer
  readonly theirs: TradeOffer | undefined
}

class Play {
  completed = 0
  readonly acts: readonly Act[]
  readonly #economy: SampleEconomy
  /** The trade as each has seen it last. */
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

  /** Two friends with a trade that both look at. */
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

  /** What one more act makes of it; this stays as it is. @throws at a broken promise. */
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

  /** What a player likes to give, as far as he has it. */
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

  /** All that a rule or a player can see, whatever the clock says and however often the trade was changed. */
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
        // Whoever says again what he has said has still seen what he had seen, unless the trade is another.
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

  /** Stock moves by completing, and by what was not part of a trade. */
  #check(events: readonly EconomyEvent[], before: string, act: Act): void {
    const violations = findViolations(this.#economy.world)
    if (violations.length > 0) throw new Error(JSON.stringify(violations))
    const done = events.flatMap((event) =>
      event.type === 'trade_changed' && event.trade.status === 'completed' ? [event.trade] : [],
    )
    if (done.length === 0 && act.do !== 'sell' && this.#stock() !== before) throw new Error('Stock moved by itself')
    for (const trade of done) {
      this.completed += 1
      for (const userId of PLAYERS) this.#checkSeen(trade, userId)
    }
  }

  /** Whoever hears of two states of a trade in any order can tell which is the later. */
  #checkVersions(before: ReadonlyMap<Trade['id'], Trade>): void {
    for (const trade of this.#economy.world.trades.all()) {
      const past = before.get(trade.id)
      if (past !== undefined && past !== trade && past.version >= trade.version) throw new Error('Changed unnoticed')
    }
  }

  #checkSeen(trade: Trade, userId: UserId): void {
    const [own, other] = sidesFor(trade, userId) ?? []
    const said = this.#said.get(userId)
    if (own === undefined || other === undefined || said?.theirs === undefined) throw new Error('Traded blindly')
    if (!isSameOffer(said.own, own.offer)) throw new Error('Gave what he had not offered last')
    if (!isSameOffer(said.theirs, other.offer)) throw new Error('Got what he had not seen last')
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

/** Nothing, a piece, and coins: enough for every change of mind. */
function offersOf(userId: UserId): TradeOffer[] {
  return [NOTHING_OFFERED, { coins: 0, items: [{ itemId: GOODS[userId] ?? ORE, count: 2 }] }, { coins: 3, items: [] }]
}
