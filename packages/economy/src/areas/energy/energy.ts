import type { CommandBase } from '../../core/command.ts'
import type { ItemId, UserId } from '../../core/numbers.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    readonly energy: EnergyTerms | undefined
  }
}
declare module '../../core/command.ts' {
  interface Commands {
    readonly activate_energy: ActivateEnergy
  }
}
declare module '../../core/event.ts' {
  interface Events {
    readonly energised: Energised
  }
}
declare module '../../core/rejection.ts' {
  interface Rejections {
    readonly no_energy: { readonly code: 'no_energy' }
  }
}
declare module '../../core/world.ts' {
  interface AccountParts {
    /** Until when the player is energised, in Unix milliseconds; 0 if never. */
    readonly energy: { untilMs: number }
  }
}

export interface EnergyTerms {
  readonly itemId: ItemId
  /** How long one item energises. */
  readonly durationSec: number
}

export interface ActivateEnergy extends CommandBase<'activate_energy'> {}

export interface Energised {
  readonly type: 'energised'
  readonly userId: UserId
  readonly untilMs: number
}

/** Jobs started while energised take three quarters of their time (rules §8). */
const ENERGISED_TIME_FACTOR = 3 / 4

/** A job's duration, in whole milliseconds. */
export function energisedTimeMs(timeMs: number, isEnergised: boolean): number {
  return isEnergised ? timeMs * ENERGISED_TIME_FACTOR : timeMs
}
