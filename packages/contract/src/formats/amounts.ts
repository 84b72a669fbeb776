import { COIN_RATES, type StoreCoin } from '../constants.ts'

/** An amount of coins in the denomination it is shown in. */
export interface CoinAmount {
  readonly coin: StoreCoin
  readonly amount: number
}

/** Gold from 1,000,000 coins, silver from 10,000, otherwise bronze (document 1 §9). */
export function coinDenomination(coins: number): CoinAmount {
  const coin: StoreCoin = coins >= COIN_RATES.gold ? 'gold' : coins >= COIN_RATES.silver ? 'silver' : 'bronze'
  return { coin, amount: coins / COIN_RATES[coin] }
}

const THOUSAND = 1_000
const PRICE_SUFFIXES = ['', 'k', 'm', 'b', 't'] as const

/**
 * Under 1000 as is, then k, m, b, t with up to two decimals, truncated so that it never exceeds the amount (document 1
 * §9).
 */
export function shortenPrice(coins: number): string {
  let scale = 0
  let unit = 1
  while (scale < PRICE_SUFFIXES.length - 1 && coins >= unit * THOUSAND) {
    unit *= THOUSAND
    scale += 1
  }
  return `${cut(coins, unit, 2)}${PRICE_SUFFIXES[scale] ?? ''}`
}

/** 1000 or more as one-decimal k (document 1 §9). */
export function shortenQuantity(count: number): string {
  return count >= THOUSAND ? `${cut(count, THOUSAND, 1)}k` : String(count)
}

const MILLION = 1_000_000

/** In charts: K above 1,000 and M above 1,000,000, with one decimal (document 1 §9). */
export function shortenChartCount(count: number): string {
  if (count > MILLION) return `${cut(count, MILLION, 1)}M`
  return count > THOUSAND ? `${cut(count, THOUSAND, 1)}K` : String(count)
}

function cut(value: number, unit: number, decimals: number): string {
  const step = 10 ** decimals
  const whole = Math.floor(value / unit)
  const fraction = Math.floor(((value - whole * unit) / unit) * step + Number.EPSILON * step)
  return fraction === 0 ? String(whole) : `${whole}.${String(fraction).padStart(decimals, '0').replace(/0+$/, '')}`
}
