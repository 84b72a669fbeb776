import type { ChartInterval } from '@clutch/contract/constants'
import { SECOND_MS } from '@clutch/contract/formats'
import { dateFormat } from '../format/intl-formats.ts'

const WEEK_DIGITS = 2

/** A slot's label in a tooltip (document 1 §9). Days, weeks and months are UTC calendar days. */
export function slotLabel(
  slot: string,
  startSec: number,
  interval: ChartInterval,
  language: string,
  weekWord: string,
): string {
  const date = new Date(startSec * SECOND_MS)
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(language, { timeZone: 'UTC', ...options }).format(date)
  switch (interval) {
    case 'hour':
      return dateFormat(language, { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' }).format(date)
    case 'day':
      return inUtc({ dateStyle: 'long' })
    case 'week':
      return `${slot.slice(0, 4)}, ${weekWord} ${Number(slot.slice(-WEEK_DIGITS))} (${inUtc({ dateStyle: 'short' })})`
    case 'month':
      return inUtc({ month: 'long', year: 'numeric' })
  }
}
