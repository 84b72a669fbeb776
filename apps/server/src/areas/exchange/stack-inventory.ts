import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { Context } from '../../context.ts'
import type { PlatformInventories } from '../../platform/inventory-service.ts'
import type { PlayerLocks } from '../../platform/player-lock.ts'
import { codeOfState } from './codes.ts'

/** Definitions per request. */
const DEFINITIONS_MAX = 500
const STACKING_MAX_MS = 20_000

interface Stacked {
  readonly stacks_before: number
  readonly stacks_after: number
}

/**
 * Asks the platform to merge equal stacks. Not while an exchange of the player has requests that name stacks; a prepared
 * exchange has none yet, and may need the stacking because the inventory is too large. Repeating it is harmless.
 */
export async function stackInventory(
  { store }: Pick<Context, 'store'>,
  platform: PlatformInventories,
  locks: PlayerLocks,
  { userId, steamId }: { readonly userId: string; readonly steamId: string },
): Promise<ApiResult<Stacked>> {
  const signal = AbortSignal.timeout(STACKING_MAX_MS)
  try {
    return await locks.take(steamId, signal, async (turn): Promise<ApiResult<Stacked>> => {
      const open = await store.db
        .selectFrom('exchange')
        .select('exchange_id')
        .where('user_id', '=', userId)
        .where('settled_at_ms', 'is', null)
        .where('state', '<>', codeOfState('prepared'))
        .limit(1)
        .executeTakeFirst()
      if (open !== undefined) return fail({ code: 'exchange_in_progress' })
      const before = await platform.list(steamId, signal)
      if (before.kind !== 'done') return fail({ code: 'platform_unavailable' })
      const split = [...Map.groupBy(before.value, ({ itemId }) => itemId)].filter(([, stacks]) => stacks.length > 1)
      if (split.length === 0) {
        return succeed({ stacks_before: before.value.length, stacks_after: before.value.length })
      }
      await turn.renew()
      const merged = await platform.consolidate(
        steamId,
        split.slice(0, DEFINITIONS_MAX).map(([itemId]) => itemId),
        signal,
      )
      if (merged.kind !== 'done') return fail({ code: 'platform_unavailable' })
      await turn.renew()
      const after = await platform.list(steamId, signal)
      if (after.kind !== 'done') return fail({ code: 'platform_unavailable' })
      return succeed({ stacks_before: before.value.length, stacks_after: after.value.length })
    })
  } catch {
    return fail({ code: 'platform_unavailable' })
  }
}
