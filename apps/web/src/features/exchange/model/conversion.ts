import { COIN_RATES, type StoreCoin } from '@clutch/contract/constants'

export type Direction = 'from_steam' | 'to_steam'

/** One card: what is given, and what one gets for it. */
export interface Conversion {
  readonly direction: Direction
  readonly coin: StoreCoin
}

/** The six cards in the order of document 2 §2: three into Surprise coins, three back. */
export const CONVERSIONS: readonly Conversion[] = (['from_steam', 'to_steam'] as const).flatMap((direction) =>
  (['gold', 'silver', 'bronze'] as const).map((coin) => ({ direction, coin })),
)

export type ConversionProblem = 'empty' | 'unclear' | 'not_positive' | 'too_much' | 'too_small'

export interface ConversionResult {
  /** What one gets, rounded down. */
  readonly result: number
  /** What stays because it is no whole store coin. */
  readonly rest: number
  /** Why it cannot be done; undefined when it can. */
  readonly problem: ConversionProblem | undefined
}

/**
 * What an amount as typed comes to, to the coin (document 2 §5).
 * @param amount a whole number; NaN for a text that is no amount
 * @param owned undefined while it is not known
 */
export function convert({ direction, coin }: Conversion, text: string, amount: number, owned: number | undefined) {
  const rate = COIN_RATES[coin]
  const isNumber = Number.isSafeInteger(amount)
  const result = !isNumber ? 0 : direction === 'from_steam' ? amount * rate : Math.floor(amount / rate)
  const rest = isNumber && direction === 'to_steam' ? amount % rate : 0
  return { result: Math.max(0, result), rest: Math.max(0, rest), problem: problemOf() } satisfies ConversionResult

  function problemOf(): ConversionProblem | undefined {
    if (text.trim() === '') return 'empty'
    if (Number.isNaN(amount)) return 'unclear'
    if (amount <= 0) return 'not_positive'
    if (!isNumber || amount > (owned ?? 0) || !Number.isSafeInteger(result)) return 'too_much'
    return result === 0 ? 'too_small' : undefined
  }
}
