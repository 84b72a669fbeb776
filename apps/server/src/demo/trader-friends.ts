import { asItemId, asUserId, COINS, type Command, type Rng, type Trade, type UserId } from '@clutch/economy'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { stateCode } from '../areas/social/codes.ts'
import { confirmationCode, statusCode } from '../areas/trades/codes.ts'
import { toTrade } from '../areas/trades/load.ts'
import type { TradeTable } from '../areas/trades/tables.ts'
import type { EconomyMessage } from '../bus/message.ts'
import type { Context } from '../context.ts'
import type { CommandOf } from '../writer/submission.ts'
import { answerTrade, type TradeBench } from './answer-trade.ts'
import type { FairOf } from './recipe-book.ts'
import type { Trader } from './traders.ts'

/** Delay before a trader answers. */
const THOUGHT_MIN_MS = 900
const THOUGHT_SPREAD_MS = 1_800

/** Each trader befriends the traders at these distances after them in the list. */
const DISTANCES = [1, 2, 7]

type SocialCommandType = 'accept_friend_invite' | 'create_trade' | 'confirm_trade' | 'decline_trade'

/** Makes simulated players accept invitations and answer friends' trade offers, with regular commands. */
export class TraderFriends {
  readonly #context: Context
  readonly #log: Logger
  readonly #rng: Rng
  readonly #fairOf: FairOf
  readonly #ids: ReadonlySet<string>
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #answering: Promise<void> = Promise.resolve()

  constructor(context: Context, traders: readonly Trader[], fairOf: FairOf, rng: Rng, log: Logger) {
    this.#context = context
    this.#log = log
    this.#rng = rng
    this.#fairOf = fairOf
    this.#ids = new Set(traders.map(({ userId }) => userId))
  }

  /** Schedules an answer, after a short delay, if a trader was invited or offered a trade. */
  hear({ updates: { social = [], trades = [] } }: EconomyMessage): void {
    const isAsked =
      social.some(({ userId, status }) => status === 'pending' && this.#ids.has(userId)) ||
      trades.some(({ trade }) => trade.status === 'active' && trade.sides.some(({ userId }) => this.#ids.has(userId)))
    if (isAsked) this.answerSoon()
  }

  answerSoon(): void {
    if (this.#isStopped || this.#timer !== undefined) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#answering = this.#answering
          .then(() => this.answer())
          .catch((error: unknown) => this.#log.warn({ err: error }, 'demo trader answer failed'))
      },
      THOUGHT_MIN_MS + this.#rng.below(THOUGHT_SPREAD_MS),
    )
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#answering
  }

  /** Responses all pending invitations and trades of the traders. */
  async answer(): Promise<void> {
    for (const { user_id, other_id } of await this.#readInvitations()) {
      const [userId, otherId] = [asUserId(user_id), asUserId(other_id)]
      await this.#submit({ type: 'accept_friend_invite', userId, otherId })
    }
    for (const trade of await this.#readTrades()) {
      for (const { userId, confirmation } of trade.sides) {
        if (this.#ids.has(userId) && confirmation !== 'seen') await this.#answerTrade(trade, userId)
      }
    }
  }

  /** Offers some of a trader's stock to a friend among the traders. */
  async propose({ userId }: Trader): Promise<void> {
    const friends = await this.#context.store.db
      .selectFrom('friend')
      .select('friend_id')
      .where('user_id', '=', userId)
      .where('friend_id', 'in', [...this.#ids])
      .execute()
    const otherId = friends[this.#rng.below(Math.max(1, friends.length))]?.friend_id
    const { stock } = await this.#readBench(userId)
    const good = stock[this.#rng.below(Math.max(1, stock.length))]
    if (otherId === undefined || good === undefined) return
    const opened = await this.#submit({ type: 'create_trade', userId, otherId: asUserId(otherId) })
    if (!opened.ok || !('trade' in opened.value)) return
    const { id, revision, trade_status } = opened.value.trade
    if (trade_status !== 'active' || revision > 0) return
    const items = [{ itemId: good.itemId, count: 1 + this.#rng.below(good.count) }]
    await this.#submit({
      type: 'confirm_trade',
      userId,
      tradeId: id as Trade['id'],
      coins: 0,
      items,
      seenRevision: revision,
    })
  }

  async #answerTrade(trade: Trade, userId: UserId): Promise<void> {
    const answer = answerTrade(trade, userId, await this.#readBench(userId), this.#rng)
    const { id: tradeId, revision: seenRevision } = trade
    if (answer.kind === 'decline') await this.#submit({ type: 'decline_trade', userId, tradeId })
    if (answer.kind === 'confirm') {
      await this.#submit({ type: 'confirm_trade', userId, tradeId, ...answer.offer, seenRevision })
    }
  }

  async #readBench(userId: UserId): Promise<TradeBench> {
    const { store, fairPriceBoard, catalogue } = this.#context
    const [prices, balances] = await Promise.all([
      fairPriceBoard.prices(),
      store.db
        .selectFrom('balance')
        .select(['asset', 'free'])
        .where('user_id', '=', userId)
        .where('free', '>', 0)
        .execute(),
    ])
    return {
      coins: balances.find(({ asset }) => asset === COINS)?.free ?? 0,
      stock: balances
        .map(({ asset, free }) => ({ itemId: asItemId(asset), count: free }))
        .filter(({ itemId }) => catalogue.items.get(itemId)?.canTrade === true),
      valueOf: (itemId) => prices.get(itemId),
      fairOf: this.#fairOf,
    }
  }

  #readInvitations() {
    return this.#context.store.db
      .selectFrom('friendship')
      .select(['user_id', 'other_id'])
      .where('state', '=', stateCode('received'))
      .where('user_id', 'in', [...this.#ids])
      .execute()
  }

  /** Open trades that the other side has confirmed and the trader has not. */
  async #readTrades(): Promise<Trade[]> {
    const ids = [...this.#ids]
    const [none, seen] = [confirmationCode('none'), confirmationCode('seen')]
    const { rows } = await sql<TradeTable>`select * from trade where status = ${statusCode('active')} and (
      (user_1 = any(${ids}::uuid[]) and confirmation_1 <> ${seen} and confirmation_2 <> ${none}) or
      (user_2 = any(${ids}::uuid[]) and confirmation_2 <> ${seen} and confirmation_1 <> ${none}))`.execute(
      this.#context.store.db,
    )
    return rows.map(toTrade)
  }

  #submit(command: CommandOf<SocialCommandType>) {
    return this.#context.writer.submit<SocialCommandType>({
      command,
      actorId: command.userId,
      idempotency: undefined,
    })
  }
}

/** Commands that make the demo traders friends with each other. */
export function befriend(traders: readonly Trader[]): Command[] {
  const pairs = traders.flatMap((trader, index) =>
    DISTANCES.flatMap((distance) => {
      const other = traders[(index + distance) % traders.length]
      return other === undefined || other === trader ? [] : [[trader.userId, other.userId] as const]
    }),
  )
  return pairs.flatMap(([userId, otherId]): Command[] => [
    { type: 'send_friend_invite', userId, otherId },
    { type: 'accept_friend_invite', userId: otherId, otherId: userId },
  ])
}
