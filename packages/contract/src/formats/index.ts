export { slotStartSec, timeSlot } from './time-slots.ts'
export { coinDenomination, shortenChartCount, shortenPrice, shortenQuantity, type CoinAmount } from './amounts.ts'
export { splitDuration } from './durations.ts'
export { DAY_MS, DAY_SEC, HOUR_MS, HOUR_SEC, MINUTE_SEC, SECOND_MS, toSeconds, toSecondsBy } from './time-units.ts'
