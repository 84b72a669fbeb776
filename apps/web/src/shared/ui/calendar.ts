import { dateFormat } from '../format/intl-formats.ts'

/** A day as `YYYY-MM-DD`, or a local time as `YYYY-MM-DDTHH:MM` with optional seconds: what native date fields use. */
export type IsoDay = string

const DAYS_PER_WEEK = 7
const WEEKS_SHOWN = 6
const DAY_MS = 86_400_000
const ISO = /^\d{4}-\d{2}-\d{2}/
/** Two-digit years are of this century. */
const CENTURY = 2_000
const NUMERIC = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const
/** 5 January 2025 was a Sunday, weekday 7. */
const SUNDAY_MS = Date.UTC(2025, 0, 5)

/** A day, and its time if it has one, in the order of the language: "28.11.2026 14:30". Empty for an empty value. */
export function formatDay(language: string, value: IsoDay): string {
  const [day = '', time] = value.split('T')
  if (!ISO.test(day)) return ''
  const text = dateFormat(language, NUMERIC).format(msOf(day))
  return time === undefined ? text : `${text} ${time}`
}

/**
 * Reads a day as people type it in the language, or in the ISO form.
 * @param hasTime whether a time follows; a missing one is midnight
 * @returns '' for an empty text, undefined for one that is not a day
 */
export function parseDay(language: string, text: string, hasTime = false): IsoDay | undefined {
  const numbers = (text.match(/\d+/g) ?? []).map(Number)
  if (text.trim() === '') return ''
  const order = ISO.test(text.trim()) ? (['year', 'month', 'day'] as const) : orderOf(language)
  const part = (name: string) => numbers[order.findIndex((each) => each === name)] ?? Number.NaN
  const year = part('year') < 100 ? part('year') + CENTURY : part('year')
  const day = isoOf(Date.UTC(year, part('month') - 1, part('day')))
  // Date.UTC turns 31 February into 3 March.
  if (day === undefined || Number(day.slice(5, 7)) !== part('month')) return undefined
  const [hours = 0, minutes = 0, seconds] = numbers.slice(order.length)
  if (!hasTime) return numbers.length === order.length ? day : undefined
  if (hours > 23 || minutes > 59 || (seconds ?? 0) > 59) return undefined
  return `${day}T${[hours, minutes, ...(seconds === undefined ? [] : [seconds])].map(twoDigits).join(':')}`
}

/** How the language writes a day: "dd.mm.yyyy". */
export function dayPattern(language: string, letters: Readonly<Record<'day' | 'month' | 'year', string>>): string {
  const parts = dateFormat(language, NUMERIC).formatToParts(SUNDAY_MS)
  return parts.map(({ type, value }) => (isDayPart(type) ? letters[type] : value)).join('')
}

/** The day that is this many days later, or earlier if negative. */
export function addDays(day: IsoDay, count: number): IsoDay {
  return isoOf(msOf(day) + count * DAY_MS) ?? day
}

/** The same day of another month, or that month's last day. */
export function addMonths(day: IsoDay, count: number): IsoDay {
  const at = new Date(msOf(day))
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, 1)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count + 1, 0)).getUTCDate()
  return isoOf(first + (Math.min(at.getUTCDate(), last) - 1) * DAY_MS) ?? day
}

/** Six weeks around the day's month, each starting on the language's first weekday. */
export function weeksOf(language: string, day: IsoDay): readonly (readonly IsoDay[])[] {
  const first = `${day.slice(0, 8)}01`
  const weekday = new Date(msOf(first)).getUTCDay()
  const before = (weekday - firstWeekday(language) + 2 * DAYS_PER_WEEK) % DAYS_PER_WEEK
  return Array.from({ length: WEEKS_SHOWN }, (_week, week) =>
    Array.from({ length: DAYS_PER_WEEK }, (_day, index) => addDays(first, week * DAYS_PER_WEEK + index - before)),
  )
}

/** The weekdays in the language's order, short for a head and long for its name. */
export function weekdaysOf(language: string): readonly { readonly short: string; readonly long: string }[] {
  const name = (ms: number, weekday: 'short' | 'long') => dateFormat(language, { weekday, timeZone: 'UTC' }).format(ms)
  return Array.from({ length: DAYS_PER_WEEK }, (_day, index) => {
    const ms = SUNDAY_MS + (firstWeekday(language) + index) * DAY_MS
    return { short: name(ms, 'short'), long: name(ms, 'long') }
  })
}

/** "November 2026". */
export function monthName(language: string, day: IsoDay): string {
  return dateFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(msOf(day))
}

/** "Saturday, November 28, 2026", the name of a day in a calendar. */
export function longDay(language: string, day: IsoDay): string {
  return dateFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(msOf(day))
}

function orderOf(language: string): readonly ('day' | 'month' | 'year')[] {
  const parts = dateFormat(language, NUMERIC).formatToParts(SUNDAY_MS)
  return parts.map(({ type }) => type).filter(isDayPart)
}

function isDayPart(type: string): type is 'day' | 'month' | 'year' {
  return type === 'day' || type === 'month' || type === 'year'
}

/** 1 for Monday to 7 for Sunday; Monday in browsers that do not know. */
function firstWeekday(language: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } } = new Intl.Locale(language)
  return locale.getWeekInfo?.().firstDay ?? 1
}

function msOf(day: IsoDay): number {
  return Date.parse(`${day.slice(0, 10)}T00:00:00Z`)
}

function isoOf(ms: number): IsoDay | undefined {
  const at = new Date(ms)
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9_999 ? undefined : at.toISOString().slice(0, 10)
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}
