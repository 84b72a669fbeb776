export { slotStartSec, timeSlot } from './time-slots.ts'
export { coinDenomination, shortenChartCount, shortenPrice, shortenQuantity, type CoinAmount } from './amounts.ts'
export { splitDuration } from './durations.ts'
