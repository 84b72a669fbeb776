import type { LiveArea } from '../../live/area.ts'
import type { AreaUpdateDraft } from '../../writer/area.ts'

declare module '../../bus/message.ts' {
  interface AreaUpdates {
    readonly rent: RentUpdates
  }
}

interface RentUpdates {
  /** Pools whose units changed. */
  readonly pools: readonly { readonly itemId: number; readonly units: number }[]
  readonly rentals: readonly { readonly userId: string; readonly itemId: number; readonly units: number }[]
}

/** Collects a batch's updates of rent. */
export function draftRentUpdates(): AreaUpdateDraft {
  const pools = new Map<number, number>()
  const rentals = new Map<string, RentUpdates['rentals'][number]>()
  return {
    on: {
      rent_pool_changed: ({ pool }) => void pools.set(pool.itemId, pool.units),
      rental_changed({ userId, itemId, rental }) {
        rentals.set(`${userId}/${itemId}`, { userId, itemId, units: rental.units })
      },
    },
    take() {
      if (pools.size === 0) return {}
      const changed = Array.from(pools, ([itemId, units]) => ({ itemId, units }))
      return { rent: { pools: changed, rentals: [...rentals.values()] } }
    },
  }
}

export const rentFrames: NonNullable<LiveArea['frames']> = ({ rent }, sink) => {
  for (const { itemId, units } of rent?.pools ?? []) {
    const value = { itemId: BigInt(itemId), count: BigInt(units) }
    sink.toAll(`rent/${itemId}`, { case: 'rentPoolChanged', value })
  }
  for (const { userId, itemId, units } of rent?.rentals ?? []) {
    if (!sink.isConnected(userId)) continue
    const value = { itemId: BigInt(itemId), count: BigInt(units) }
    sink.toPlayer(userId, `rental/${itemId}`, { case: 'rentalChanged', value })
  }
}
