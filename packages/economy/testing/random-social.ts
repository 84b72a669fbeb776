import type { ItemAmount } from '../src/core/item-amounts.ts'
import type { Rng } from '../src/core/chance/rng.ts'
import type { Command } from '../src/core/command.ts'
import { asItemId, type UserId } from '../src/core/numbers.ts'
import type { World } from '../src/core/world.ts'
import { asTradeId, type Trade } from '../src/areas/trades/trade.ts'
import { HERB, INGOT, ORE, QUEST_LETTER } from './sample-recipes.ts'

export const SOCIAL_TYPES = [
  'send_friend_invite',
  'accept_friend_invite',
  'decline_friend_invite',
  'cancel_invitation',
  'remove_friend',
  'block_user',
  'unblock_user',
] as const

const GOODS = [ORE, INGOT, HERB]

/** Random commands of friends and traders, some of them invalid, among sales and gifts that remove items. */
export class RandomSocial {
  readonly #rng: Rng
  readonly #users: readonly UserId[]

  constructor(rng: Rng, users: readonly UserId[]) {
    this.#rng = rng
    this.#users = users
  }

  /** Mostly brief, occasionally most of a trade's lifetime. */
  pauseMs(): number {
    const dice = this.#rng.below(60)
    if (dice === 0) return 25 * 3_600_000
    return dice < 4 ? 20 * 60_000 : this.#rng.below(3)
  }

  next(world: World): Command {
    const userId = this.#user()
    const dice = this.#rng.below(100)
    if (dice < 12) return this.#grant(userId)
    if (dice < 16) return this.#sale(userId)
    if (dice < 36) return this.#social(world, userId)
    if (dice < 46) return { type: 'create_trade', userId, otherId: this.#user() }
    return this.#trade(world, userId, dice)
  }

  /** Ends friendships rarely, so that they last a while. */
  #social(world: World, userId: UserId): Command {
    const dice = this.#rng.below(20)
    const type = this.#pick(dice < 10 ? SOCIAL_TYPES.slice(0, 2) : dice < 17 ? SOCIAL_TYPES.slice(2, 4) : SOCIAL_TYPES)
    const sender = this.#users.find(
      (other) => other !== userId && world.social.side(userId, other).state === 'received',
    )
    const otherId = type !== 'send_friend_invite' && sender !== undefined ? sender : this.#user()
    return { type, userId, otherId }
  }

  #trade(world: World, userId: UserId, dice: number): Command {
    const trade = this.#tradeOf(world, userId)
    const tradeId = trade?.id ?? asTradeId('none')
    if (dice < 52) return { type: 'cancel_trade', userId, tradeId }
    if (dice < 54) return { type: 'decline_trade', userId, tradeId }
    const own = trade?.sides.find((side) => side.userId === userId)?.offer
    const keeps = own !== undefined && this.#rng.below(3) > 0
    return {
      type: 'confirm_trade',
      userId,
      tradeId,
      coins: keeps ? own.coins : this.#oddOr(this.#rng.below(30)),
      items: keeps ? own.items : this.#items(world, userId),
      seenRevision: this.#seenRevision(trade),
    }
  }

  #tradeOf(world: World, userId: UserId): Trade | undefined {
    const isOpen = this.#rng.below(15) > 0
    const own = world.trades
      .all()
      .filter(({ status, sides }) => (!isOpen || status === 'active') && sides.some((side) => side.userId === userId))
    const all = this.#rng.below(20) === 0 ? world.trades.all() : own
    return all[this.#rng.below(Math.max(1, all.length))]
  }

  #seenRevision(trade: Trade | undefined): number | undefined {
    const dice = this.#rng.below(12)
    if (dice === 0) return undefined
    return Math.max(0, (trade?.revision ?? 0) - (dice === 1 ? 1 : 0))
  }

  #items(world: World, userId: UserId): ItemAmount[] {
    if (this.#rng.below(40) === 0) return [{ itemId: this.#pick([QUEST_LETTER, asItemId(777)]), count: 1 }]
    return GOODS.filter(() => this.#rng.below(2) === 0).map((itemId) => {
      const { free } = world.balanceOf(userId, itemId)
      return { itemId, count: this.#oddOr(1 + this.#rng.below(Math.max(1, free))) }
    })
  }

  #grant(userId: UserId): Command {
    const coins = this.#rng.below(300) === 0 ? 2 ** 53 - 1 : this.#rng.below(50)
    const items = [{ itemId: this.#pick(GOODS), count: this.#rng.below(9) }]
    return { type: 'grant', userId, kind: 'quest_drop', coins, items }
  }

  #sale(userId: UserId): Command {
    const preferred = { currency: 'coin', price: 0 } as const
    const [itemId, count] = [this.#pick(GOODS), 1 + this.#rng.below(6)]
    return { type: 'place_lot', userId, side: 'sell', itemId, price: 1_000, count, mode: 'rest', preferred }
  }

  #oddOr(usual: number): number {
    return this.#rng.below(80) === 0 ? this.#pick([-1, 0, 0.5, 2 ** 53 - 1, 2 ** 53]) : usual
  }

  #user(): UserId {
    return this.#pick(this.#users)
  }

  #pick<Value>(values: readonly Value[]): Value {
    const value = values[this.#rng.below(values.length)]
    if (value === undefined) throw new Error('Nothing to pick from')
    return value
  }
}
