import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { seatOf, type SetClientSeed } from './commands.ts'
import { CLIENT_SEED } from './terms.ts'

/**
 * Reveals the current seed and starts the next one, whose hash was published before the client seed was chosen (rules
 * §10).
 */
export function decideSetClientSeed(
  world: World,
  { userId, clientSeed }: SetClientSeed,
  { nowMs }: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  if (world.catalogue.roulette === undefined) return fail({ code: 'no_roulette' })
  if (!CLIENT_SEED.test(clientSeed)) return fail({ code: 'invalid_client_seed' })
  const ended = seatOf(world, userId)
  const seat = { seedIndex: ended.seedIndex + 1, clientSeed, nonce: 0 }
  return succeed([{ type: 'seed_rotated', userId, ended, seat, atMs: nowMs }])
}
