import type { Brand, Coins, OperationId, UserId } from '../../core/numbers.ts'
import type { StoreCoinName } from './terms.ts'

export type ExchangeId = Brand<string, 'ExchangeId'>

export const asExchangeId = (value: string): ExchangeId => value as ExchangeId

export type ExchangeDirection = 'to_steam' | 'from_steam'

/** Where an exchange stands (rules §9). The last five are ends, but a parked one is the operator's to decide. */
export const EXCHANGE_STATES = [
  'prepared',
  'sending',
  'ambiguous',
  'settled',
  'settled_partial',
  'refunded',
  'refused',
  'parked',
] as const
export type ExchangeState = (typeof EXCHANGE_STATES)[number]

export const LEG_STATES = ['prepared', 'sending', 'ambiguous', 'confirmed', 'refused'] as const
export type LegState = (typeof LEG_STATES)[number]

/** One request to the platform, which it does at most once however often it is sent. */
export interface ExchangeLeg {
  /** A random unsigned 64-bit number, unique for ever. */
  readonly requestId: string
  /** The platform's stack that is taken from; undefined where coins are given. */
  readonly stackId: string | undefined
  /** Store coins. */
  readonly count: number
  readonly state: LegState
  readonly attempts: number
  /** When nobody last knew whether it had been done; 0 for never. */
  readonly lastAmbiguousMs: number
  /** The operation that minted its coins. */
  readonly operationId: OperationId | undefined
}

/** A saga between the platform and the ledger. */
export interface Exchange {
  readonly id: ExchangeId
  readonly userId: UserId
  readonly direction: ExchangeDirection
  readonly currency: StoreCoinName
  /** Store coins: those asked for, and of a partial one those that moved. */
  readonly storeCount: number
  readonly coins: Coins
  readonly state: ExchangeState
  readonly createdAtMs: number
  readonly settledAtMs: number | undefined
  readonly legs: readonly ExchangeLeg[]
}

/** What happened in a saga, for whoever wants to see: kept with the exchange for good. */
export const EXCHANGE_STEPS = [
  'prepared',
  'planned',
  'asked',
  'cut_off',
  'confirmed',
  'refused',
  'no_answer',
  'postponed',
  'settled',
  'settled_partial',
  'refunded',
  'nothing_taken',
  'parked',
] as const
export type ExchangeStepKind = (typeof EXCHANGE_STEPS)[number]

export interface ExchangeStep {
  readonly kind: ExchangeStepKind
  /** Which of its requests, from 0 on; undefined for the exchange as a whole. */
  readonly leg: number | undefined
  /** What the platform said, in short. */
  readonly detail: string
}

/** Whether nothing happens to it any more. */
export function hasEnded({ state }: Exchange): boolean {
  return state === 'settled' || state === 'settled_partial' || state === 'refunded' || state === 'refused'
}

/** The request that comes next: the first whose fate is open. */
export function openLeg({ legs }: Exchange): ExchangeLeg | undefined {
  return legs.find(({ state }) => state !== 'confirmed' && state !== 'refused')
}
