import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import type { UserId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { decideFirstSignIn } from './decide-grant.ts'
import type { ClaimStarterPack } from './player.ts'

declare module '../../core/world.ts' {
  interface WorldParts {
    readonly awaitedPlayers: AwaitedPlayers
  }
  interface EntityIds {
    /** Whether a player whom the game's server created has yet to sign in. */
    readonly awaited_player: UserId
  }
}

/** Players whom the game's server created, and who get the starter pack at their first sign-in (integration §2). */
export class AwaitedPlayers {
  readonly #loaded = new Map<UserId, boolean>()

  isLoaded(userId: UserId): boolean {
    return this.#loaded.has(userId)
  }

  set(userId: UserId, isAwaited: boolean): void {
    this.#loaded.set(userId, isAwaited)
  }

  drop(userId: UserId): void {
    this.#loaded.delete(userId)
  }

  /** @throws when it is not loaded */
  isAwaited(userId: UserId): boolean {
    const isAwaited = this.#loaded.get(userId)
    if (isAwaited === undefined) throw new Error(`Not loaded: awaited player ${userId}`)
    return isAwaited
  }
}

/** The first sign-in of a player whom the game's server created; does nothing for other players and later sign-ins. */
export function decideClaimStarterPack(
  world: World,
  command: ClaimStarterPack,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const { userId } = command
  if (!world.awaitedPlayers.isAwaited(userId)) return succeed([])
  const first = decideFirstSignIn(world, context, command)
  return first.ok ? succeed([{ type: 'player_awaited', userId, isAwaited: false }, ...first.value]) : first
}
