import type { CommandBase } from '../../core/command.ts'
import type { AssetId, Coins, ItemId, Quantity, UserId } from '../../core/numbers.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    readonly starterPack: StarterPack
  }
}
declare module '../../core/command.ts' {
  interface Commands {
    readonly consume: Consume
    readonly grant: Grant
    readonly register_player: RegisterPlayer
    readonly claim_starter_pack: ClaimStarterPack
  }
}
declare module '../../core/event.ts' {
  interface Events {
    readonly player_registered: PlayerRegistered
    readonly player_awaited: PlayerAwaited
  }
}

export interface StarterPack {
  readonly coins: Coins
  readonly items: readonly { readonly itemId: ItemId; readonly count: Quantity }[]
}

/** Mints coins and items for a player; bundles and generators open. */
export interface Grant extends CommandBase<'grant'> {
  readonly kind: 'quest_drop' | 'customer_support'
  readonly coins: number
  readonly items: readonly { readonly itemId: ItemId; readonly count: number }[]
  /** The cause stored with its operation, such as a compensation run. */
  readonly causeId?: string
}

/** An operator removes items or coins from a player (document 2 §7, integration §2). */
export interface Consume extends CommandBase<'consume'> {
  readonly asset: AssetId
  readonly count: number
}

/**
 * Creates the player and grants the starter pack (rules §13). A player whom the game's server creates before their first
 * sign-in gets the starter pack then.
 */
export interface RegisterPlayer extends CommandBase<'register_player'> {
  readonly steamId: string
  readonly name: string
  /** Whether the name came from the platform. */
  readonly isNameConfirmed: boolean
  readonly language: string
  /** The player whose referral link was used, if any. */
  readonly referrerId?: UserId | undefined
  /** The player has never signed in. */
  readonly isAwaited?: boolean
}

/** The first sign-in of a player whom the game's server created. Changes nothing for other players. */
export interface ClaimStarterPack extends CommandBase<'claim_starter_pack'> {
  /** The player whose referral link was used, if any. */
  readonly referrerId?: UserId | undefined
}

export interface PlayerRegistered {
  readonly type: 'player_registered'
  readonly userId: UserId
  readonly steamId: string
  readonly name: string
  readonly isNameConfirmed: boolean
  readonly language: string
  readonly atMs: number
}

/** Whether a player's first sign-in is still awaited. */
export interface PlayerAwaited {
  readonly type: 'player_awaited'
  readonly userId: UserId
  readonly isAwaited: boolean
}
