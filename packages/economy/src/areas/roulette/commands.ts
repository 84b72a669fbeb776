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
    /** Undefined before the first spin. */
    readonly roulette: { seat: Seat | undefined }
  }
}

/** A player's seeds and the next spin's number. */
export interface Seat {
  /** Index of the player's current server seed. */
  readonly seedIndex: number
  readonly clientSeed: string
  /** Number of the next spin under this seed. */
  readonly nonce: number
}

/** Pays for `count` spins and draws their prizes. */
export interface Spin extends CommandBase<'spin'> {
  readonly count: number
}

/** Reveals the current seed and starts the next with a client seed. */
export interface SetClientSeed extends CommandBase<'set_client_seed'> {
  readonly clientSeed: string
}

/** The permanent record of one spin. */
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
  /** The seat after the spins. */
  readonly seat: Seat
  readonly tableHash: string
  readonly spins: readonly SpinRecord[]
}

export interface SeedRotated {
  readonly type: 'seed_rotated'
  readonly userId: UserId
  /** The seat in use until now. */
  readonly ended: Seat
  readonly seat: Seat
  readonly atMs: number
}

/** A player's seat. Until they choose a client seed, it is the player's id. */
export function seatOf(world: World, userId: UserId): Seat {
  return world.account(userId).roulette.seat ?? { seedIndex: 0, clientSeed: userId.replaceAll('-', ''), nonce: 0 }
}
