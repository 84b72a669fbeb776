import { randomUUID } from 'node:crypto'
import { rngFromText, type Rng } from '@clutch/economy'
import type { Logger } from 'pino'
import type { Contents } from '../areas/content/contents.ts'
import { toCatalogue } from '../content/to-catalogue.ts'
import type { Bus } from '../bus/bus.ts'
import type { Context } from '../context.ts'
import type { ResponseOf, Outcome } from '../writer/outcome.ts'
import type { CommandOf } from '../writer/submission.ts'
import { Beliefs } from './fair-prices.ts'
import { chooseErrand, type ErrandCommandType } from './errands.ts'
import { readMarketView, readTraderView, readWorldFacts, type WorldFacts } from './live-view.ts'
import { makeRecipeBook, type RecipeBook } from './recipe-book.ts'
import { TraderFriends } from './trader-friends.ts'
import type { TraderTalk } from './trader-talk.ts'
import { createTraders, listTradedItems, type TradedItem, type Trader } from './traders.ts'
import { chooseAction } from './trading-strategy.ts'

const PAUSE_MIN_MS = 300
const PAUSE_SPREAD_MS = 1_400
/** Maximum age of the shared world facts. */
const FACTS_LIFE_MS = 60_000
/** One in this many errands proposes a trade to a friend. */
const VISIT_ONE_IN = 40

/**
 * A few simulated players that keep the demo world active while the server runs: they trade, craft, farm and harvest.
 */
export class LiveTraders {
  readonly #context: Context
  readonly #log: Logger
  readonly #rng: Rng
  readonly #traders: readonly Trader[]
  readonly #items: readonly TradedItem[]
  readonly #book: RecipeBook
  readonly #beliefs: Beliefs
  readonly #friends: TraderFriends
  readonly #talk: TraderTalk | undefined
  readonly #tradedIds: ReadonlySet<number>
  #facts: WorldFacts = { supplies: new Map(), lastTradesMs: new Map() }
  #factsAtMs = 0
  #timer: NodeJS.Timeout | undefined
  #unsubscribe: (() => void) | undefined
  #stopped = false
  #acting: Promise<void> = Promise.resolve()

  /**
   * @param seed determines the traders
   * @param chance seed of their decisions
   * @param talk posts their offers to chat; silent without it
   */
  constructor(context: Context, seed: string, log: Logger, chance: string = randomUUID(), talk?: TraderTalk) {
    this.#talk = talk
    this.#context = context
    this.#log = log
    this.#rng = rngFromText(chance)
    this.#traders = createTraders(seed, context.pack.demoEconomy.traders)
    this.#items = listTradedItems(context.pack)
    this.#tradedIds = new Set(this.#items.map(({ item }) => item.id))
    this.#book = makeRecipeBook(toCatalogue(context.pack))
    const supplyOf = (itemId: number) => this.#facts.supplies.get(itemId) ?? 0
    this.#beliefs = new Beliefs(this.#items, this.#traders, rngFromText(`${chance}/prices`), supplyOf)
    const { fairOf } = this.#beliefs
    this.#friends = new TraderFriends(context, this.#traders, fairOf, rngFromText(`${chance}/friends`), log)
  }

  /** Responses pending invitations and trades of the traders. */
  answer(): Promise<void> {
    return this.#friends.answer()
  }

  /** @param bus source of the invitations and trade offers to answer */
  start(bus: Bus): this {
    this.#unsubscribe = bus.subscribe('economy', (message) => this.#friends.hear(message))
    this.#friends.answerSoon()
    this.#scheduleAct()
    return this
  }

  #scheduleAct(): void {
    this.#timer = setTimeout(
      () => {
        this.#acting = this.act()
          .catch((error: unknown) => this.#log.warn({ err: error }, 'demo trader failed'))
          .finally(() => {
            if (!this.#stopped) this.#scheduleAct()
          })
      },
      PAUSE_MIN_MS + this.#rng.below(PAUSE_SPREAD_MS),
    )
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#unsubscribe?.()
    await this.#acting
    await this.#friends.stop()
  }

  /** A random trader runs one errand. Rejections are ignored: the market may have moved in the meantime. */
  async act(): Promise<void> {
    const trader = this.#traders[this.#rng.below(this.#traders.length)]
    if (trader === undefined) return
    const { db } = this.#context.store
    await this.#keepUp()
    if (this.#rng.below(VISIT_ONE_IN) === 0) return this.#friends.propose(trader)
    const { fairOf, usualOf } = this.#beliefs
    const isTraded = (itemId: number) => this.#tradedIds.has(itemId)
    const view = await readTraderView(db, trader, this.#facts, { book: this.#book, fairOf, usualOf, isTraded })
    const errand = chooseErrand(trader, view, this.#items, this.#rng)
    if (errand === undefined) return
    if (errand.kind === 'command') {
      await this.#submit(errand.command)
      return
    }
    const market = await readMarketView(db, view, errand.itemId)
    const action = chooseAction(trader, market, this.#rng, errand.side)
    if (action === undefined) return
    const outcome = await this.#submit(action)
    if (action.type === 'place_lot' && outcome.ok) await this.#mention(trader, outcome.value)
  }

  async #keepUp(): Promise<void> {
    const nowMs = Date.now()
    this.#beliefs.moveTo(nowMs)
    if (nowMs - this.#factsAtMs < FACTS_LIFE_MS) return
    this.#facts = await readWorldFacts(this.#context.store.db)
    this.#factsAtMs = nowMs
  }

  /** Mentions an offer in chat if it rests in the book. */
  async #mention(trader: Trader, outcome: ResponseOf<TraderCommandType>): Promise<void> {
    const lot = 'lot' in outcome ? outcome.lot : null
    if (lot === null) return
    const { type: side, item_type_id: itemId, price, current_count: count } = lot
    await this.#talk?.offered(trader, { side, itemId, price, count })
  }

  #submit(command: CommandOf<TraderCommandType>): Promise<Outcome<ResponseOf<TraderCommandType>>> {
    return this.#context.writer.submit<TraderCommandType>({
      command,
      actorId: command.userId,
      idempotency: undefined,
    })
  }
}

type TraderCommandType = ErrandCommandType | 'place_lot' | 'cancel_lot'

/** Runs traders for the active content; a content switch replaces them. */
export function runTraders(contents: Contents, start: () => LiveTraders): Pick<LiveTraders, 'stop'> {
  let traders = start()
  contents.onChange(async () => {
    await traders.stop()
    traders = start()
  })
  return { stop: () => traders.stop() }
}
