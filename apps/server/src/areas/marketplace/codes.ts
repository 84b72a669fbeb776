import type { MarketRecordType, Side } from '@clutch/economy'

/** Stored codes of enumerations: append only, never renumber. */
export const SIDE_CODES: Readonly<Record<Side, number>> = { buy: 0, sell: 1 }

export function sideOf(code: number): Side {
  return code === SIDE_CODES.buy ? 'buy' : 'sell'
}

export const RECORD_TYPE_CODES: Readonly<Record<MarketRecordType, number>> = {
  cancel_sell: 0,
  cancel_buy: 1,
  sell_auto: 2,
  buy_auto: 3,
  sell_manual: 4,
  buy_manual: 5,
}

const RECORD_TYPES: readonly MarketRecordType[] = [
  'cancel_sell',
  'cancel_buy',
  'sell_auto',
  'buy_auto',
  'sell_manual',
  'buy_manual',
]

/** @throws for an unknown code, which means that the table is damaged */
export function recordTypeOf(code: number): MarketRecordType {
  const type = RECORD_TYPES[code]
  if (type === undefined) throw new Error(`Unknown market record type ${code}`)
  return type
}

/** Time spans of price buckets. */
export const BUCKET_SPANS = [
  { code: 0, span: 'hour', lengthSec: 3_600 },
  { code: 1, span: 'day', lengthSec: 86_400 },
] as const
