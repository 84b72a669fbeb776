import { createHmac } from 'node:crypto'
import type { ContentPack } from '@clutch/content'
import type { RoulettePrize } from '@clutch/contract'
import { rollOf, seedHashOf, tableHashOf } from '@clutch/contract/fair'
import { asItemId, type RouletteTerms } from '@clutch/economy'

/** The pack's wheel in the contract's form: item 0 is coins. */
export interface Wheel {
  readonly cost: { readonly item_id: number; readonly count: number }
  readonly prizes: readonly RoulettePrize[]
  readonly tableHash: string
}

/**
 * Server seeds of players: HMAC-SHA256 with the server's secret over the player and the seed's number, 32 bytes in hex.
 * They are fixed before a player chooses a client seed, and need not be stored.
 */
export class PlayerSeeds {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  seedOf(userId: string, seedIndex: number): string {
    return createHmac('sha256', this.#secret).update(`${userId}:${seedIndex}`).digest('hex')
  }

  /** The commitment shown before a seed is revealed. */
  hashOf(userId: string, seedIndex: number): string {
    return seedHashOf(this.seedOf(userId, seedIndex))
  }
}

/** The pack's wheel; undefined for a game without one. */
export function wheelOf({ roulette }: ContentPack): Wheel | undefined {
  if (roulette === null) return undefined
  const { cost } = roulette
  const prizes = roulette.prizes.map((prize): RoulettePrize => {
    const { weight } = prize
    return prize.kind === 'coins'
      ? { item_id: 0, count: prize.coins, weight }
      : { item_id: prize.itemId, count: prize.count, weight }
  })
  return {
    cost: cost.kind === 'coins' ? { item_id: 0, count: cost.coins } : { item_id: cost.itemId, count: cost.count },
    prizes,
    tableHash: tableHashOf(prizes),
  }
}

/** Terms of the wheel for the rules, with draws by the published algorithm over the player's seed. */
export function toRouletteTerms(wheel: Wheel, seeds: PlayerSeeds): RouletteTerms {
  return {
    cost: { itemId: itemOf(wheel.cost.item_id), count: wheel.cost.count },
    prizes: wheel.prizes.map(({ item_id, count, weight }) => ({ itemId: itemOf(item_id), count, weight })),
    tableHash: wheel.tableHash,
    rollOf: ({ userId, seedIndex, clientSeed, nonce }, totalWeight) =>
      rollOf({ seed: seeds.seedOf(userId, seedIndex), clientSeed, nonce }, totalWeight),
  }
}

function itemOf(id: number) {
  return id === 0 ? undefined : asItemId(id)
}
