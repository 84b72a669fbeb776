import type { Brand, Coins, OperationId, UserId } from '../../core/numbers.ts'
import type { StoreCoinName } from './terms.ts'

export type ExchangeId = Brand<string, 'ExchangeId'>

export const asExchangeId = (value: string): ExchangeId => value as ExchangeId

export type ExchangeDirection = 'to_steam' | 'from_steam'

/** States of an exchange (rules §9). The last five are final, except that an operator decides a parked one. */
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

/** One request to the platform, idempotent by its request id. */
export interface ExchangeLeg {
  /** A random, unique unsigned 64-bit number. */
  readonly requestId: string
  /** The platform's stack that is taken from; undefined where coins are given. */
  readonly stackId: string | undefined
  /** Store coins. */
  readonly count: number
  readonly state: LegState
  readonly attempts: number
  /** When its outcome was last ambiguous; 0 if never. */
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
  /** Store coins requested, or those moved once settled partially. */
  readonly storeCount: number
  readonly coins: Coins
  readonly state: ExchangeState
  readonly createdAtMs: number
  readonly settledAtMs: number | undefined
  readonly legs: readonly ExchangeLeg[]
}

/** Steps of an exchange, stored permanently as its history. */
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
  /** Index of the request, from 0; undefined for the exchange as a whole. */
  readonly leg: number | undefined
  /** A short form of the platform's response. */
  readonly detail: string
}

/** Whether the state is final. */
export function hasEnded({ state }: Exchange): boolean {
  return state === 'settled' || state === 'settled_partial' || state === 'refunded' || state === 'refused'
}

/** The next request: the first without a final outcome. */
export function openLeg({ legs }: Exchange): ExchangeLeg | undefined {
  return legs.find(({ state }) => state !== 'confirmed' && state !== 'refused')
}
