import type { CommandBase } from '../../core/command.ts'
import type { Exchange, ExchangeId, ExchangeStep } from './exchange.ts'
import type { StoreCoinName } from './terms.ts'

declare module '../../core/command.ts' {
  interface Commands {
    readonly exchange_to_steam: ExchangeToSteam
    readonly exchange_from_steam: ExchangeFromSteam
    readonly plan_exchange: PlanExchange
    readonly note_unlisted: NoteUnlisted
    readonly attempt_exchange: AttemptExchange
    readonly resolve_attempt: ResolveAttempt
    readonly decide_exchange: DecideExchange
  }
}
declare module '../../core/event.ts' {
  interface Events {
    readonly exchange_changed: ExchangeChanged
  }
}
declare module '../../core/rejection.ts' {
  interface Rejections {
    readonly no_exchange: { readonly code: 'no_exchange' }
    readonly amount_too_small: { readonly code: 'amount_too_small'; readonly min: number }
    readonly too_many_exchanges: { readonly code: 'too_many_exchanges'; readonly max: number }
    readonly exchange_not_found: { readonly code: 'exchange_not_found' }
  }
}
declare module '../../core/world.ts' {
  interface AccountParts {
    /** Exchanges that have not ended. */
    readonly exchanges: Map<ExchangeId, Exchange>
  }
}
declare module '../../core/holds.ts' {
  interface HoldOwnerIds {
    readonly exchange: ExchangeId
  }
}

/** Converts coins to store coins in whole multiples of the rate; the remainder stays. */
export interface ExchangeToSteam extends CommandBase<'exchange_to_steam'> {
  readonly currency: StoreCoinName
  readonly coins: number
}

/** Converts store coins to coins. */
export interface ExchangeFromSteam extends CommandBase<'exchange_from_steam'> {
  readonly currency: StoreCoinName
  readonly count: number
}

/** Sets the platform's stacks that an exchange takes from, one request each. */
export interface PlanExchange extends CommandBase<'plan_exchange'> {
  readonly exchangeId: ExchangeId
  readonly stacks: readonly { readonly stackId: string; readonly count: number }[]
}

/** Records that the platform's stacks could not be listed, so that nothing is planned yet. */
export interface NoteUnlisted extends CommandBase<'note_unlisted'> {
  readonly exchangeId: ExchangeId
  readonly outcome: Exclude<AttemptOutcome, 'confirmed'>
  /** A short form of the platform's response. */
  readonly detail: string
}

/** Counts an attempt before it is sent. The exchange's new state says what to send, if anything. */
export interface AttemptExchange extends CommandBase<'attempt_exchange'> {
  readonly exchangeId: ExchangeId
}

/** The outcome of an attempt. */
export type AttemptOutcome = 'confirmed' | 'refused' | 'ambiguous' | 'postponed'

export interface ResolveAttempt extends CommandBase<'resolve_attempt'> {
  readonly exchangeId: ExchangeId
  readonly requestId: string
  /** Number of the attempt, from 1; the outcome of an older one counts only if it was confirmed. */
  readonly attempt: number
  readonly outcome: AttemptOutcome
  readonly detail: string
}

/** An operator's decision on a parked exchange, after checking the platform. */
export interface DecideExchange extends CommandBase<'decide_exchange'> {
  readonly exchangeId: ExchangeId
  /** Whether the platform executed the open request. */
  readonly wasDone: boolean
}

/** An exchange after a change, and the step that changed it. */
export interface ExchangeChanged {
  readonly type: 'exchange_changed'
  readonly exchange: Exchange
  readonly steps: readonly ExchangeStep[]
  readonly atMs: number
}
