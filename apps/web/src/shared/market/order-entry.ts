import type { Formats } from '../format/formats.ts'
import { parseAmount } from '../format/parse-amount.ts'
import { COIN_RATES, LOT_COUNT_MAX, PRICE_MAX, type PriceCurrency } from '@clutch/contract/constants'

/** The form's fields, as typed. */
export interface OrderEntry {
  readonly countText: string
  readonly priceText: string
  readonly currency: PriceCurrency
}

/** The parsed form, once it is valid. */
export interface ParsedOrder {
  readonly count: number
  readonly priceCoins: number
  readonly preferredPrice: number
}

export type EntryProblem = 'unclear' | 'count' | 'count_max' | 'price' | 'price_max' | 'price_fraction' | 'total'

export type EntryResult =
  | { readonly isValid: true; readonly order: ParsedOrder }
  | { readonly isValid: false; readonly problem: EntryProblem | null }

const COIN_RATE = 1

/** Coins per unit of a currency. */
export function currencyRate(currency: PriceCurrency): number {
  return currency === 'coin' ? COIN_RATE : COIN_RATES[currency]
}

/** Parses the form. Empty fields are not an error yet. */
export function parseEntry({ countText, priceText, currency }: OrderEntry, itemsPerLotMax: number): EntryResult {
  if (countText.trim() === '' || priceText.trim() === '') return { isValid: false, problem: null }
  const count = parseAmount(countText)
  const preferredPrice = parseAmount(priceText, currency !== 'coin')
  if (Number.isNaN(count) || Number.isNaN(preferredPrice)) {
    const isFraction = !Number.isNaN(count) && !Number.isNaN(parseAmount(priceText, true))
    return { isValid: false, problem: isFraction ? 'price_fraction' : 'unclear' }
  }
  const priceCoins = toCoins(preferredPrice, currency)
  const problem = findProblem(count, preferredPrice, priceCoins, Math.min(itemsPerLotMax, LOT_COUNT_MAX))
  if (problem !== null) return { isValid: false, problem }
  return { isValid: true, order: { count, priceCoins, preferredPrice } }
}

function findProblem(count: number, preferredPrice: number, priceCoins: number, countMax: number): EntryProblem | null {
  if (count < 1) return 'count'
  if (count > countMax) return 'count_max'
  if (!(preferredPrice > 0)) return 'price'
  if (!Number.isInteger(priceCoins)) return 'price_fraction'
  if (priceCoins > PRICE_MAX) return 'price_max'
  return Number.isSafeInteger(count * priceCoins) ? null : 'total'
}

/** Converts a price to another currency, keeping its value in coins. */
export function convertPrice(
  priceText: string,
  from: PriceCurrency,
  to: PriceCurrency,
  format: Pick<Formats, 'field'>,
): string {
  const coins = toCoins(parseAmount(priceText, from !== 'coin'), from)
  return Number.isFinite(coins) ? format.field(coins / currencyRate(to)) : priceText
}

/** Avoids binary rounding: 3.4 × 100 must be 340. Only a real fraction of a coin stays one. */
function toCoins(price: number, currency: PriceCurrency): number {
  const coins = price * currencyRate(currency)
  const whole = Math.round(coins)
  return Math.abs(coins - whole) < Math.max(1, whole) * ROUNDING_SHARE ? whole : coins
}

const ROUNDING_SHARE = 1e-12
