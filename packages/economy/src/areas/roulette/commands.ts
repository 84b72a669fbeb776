import type { CommandBase } from '../../core/command.ts'
import type { OperationId, UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'

declare module '../../core/command.ts' {
  interface Commands {
    readonly spin: Spin
    readonly set_client_seed: SetClientSeed
  }
}
declare module '../../core/event.ts' {
  interface Events {
    readonly spun: Spun
    readonly seed_rotated: SeedRotated
  }
}
declare module '../../core/rejection.ts' {
  interface Rejections {
    readonly no_roulette: { readonly code: 'no_roulette' }
    readonly invalid_client_seed: { readonly code: 'invalid_client_seed' }
  }
}
declare module '../../core/world.ts' {
  interface AccountParts {
    /** Undefined for one who has never sat at it. */
    readonly roulette: { seat: Seat | undefined }
  }
}

/** Where a player sits at the wheel. */
export interface Seat {
  /** Which of the player's seeds is in use; each is used once, one after another. */
  readonly seedIndex: number
  readonly clientSeed: string
  /** The next spin's number under this seed. */
  readonly nonce: number
}

/** Pays for so many spins and draws their prizes. */
export interface Spin extends CommandBase<'spin'> {
  readonly count: number
}

/** Ends the seed in use, which is revealed, and begins the next with a client seed. */
export interface SetClientSeed extends CommandBase<'set_client_seed'> {
  readonly clientSeed: string
}

/** One spin as it is kept for ever. */
export interface SpinRecord {
  readonly id: string
  readonly nonce: number
  readonly roll: number
  readonly prizeIndex: number
}

export interface Spun {
  readonly type: 'spun'
  readonly userId: UserId
  readonly operationId: OperationId
  /** As it is after the spins. */
  readonly seat: Seat
  readonly tableHash: string
  readonly spins: readonly SpinRecord[]
}

export interface SeedRotated {
  readonly type: 'seed_rotated'
  readonly userId: UserId
  /** What was in use until now. */
  readonly ended: Seat
  readonly seat: Seat
  readonly atMs: number
}

/** Where a player sits; until one chooses a client seed, it is one's own id. */
export function seatOf(world: World, userId: UserId): Seat {
  return world.account(userId).roulette.seat ?? { seedIndex: 0, clientSeed: userId.replaceAll('-', ''), nonce: 0 }
}
