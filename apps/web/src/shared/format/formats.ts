import type { StoreCoin } from '@clutch/contract/constants'
import {
  coinDenomination,
  DAY_SEC,
  HOUR_SEC,
  MINUTE_SEC,
  SECOND_MS,
  shortenChartCount,
  shortenPrice,
  shortenQuantity,
} from '@clutch/contract/formats'
import { AMOUNT_DECIMALS_MAX } from './parse-amount.ts'

const BASIS_POINTS = 10_000
const COIN_DECIMALS_MAX = 2
/** As wide as a plus, so that gains and losses align. Intl writes a hyphen-minus. */
const MINUS = '−'

/** Longest first. */
const AGE_UNITS = [
  { unit: 'day', lengthSec: DAY_SEC },
  { unit: 'hour', lengthSec: HOUR_SEC },
  { unit: 'minute', lengthSec: MINUTE_SEC },
] as const

export interface Formats {
  /** All digits, grouped. */
  readonly exact: (value: number) => string
  /** Under 1000 as is, then k, m, b, t (document 1 §9). */
  readonly price: (coins: number) => string
  /** 1000 or more as one-decimal k. */
  readonly quantity: (count: number) => string
  /** In charts: K above 1,000, M above 1,000,000. */
  readonly chartCount: (count: number) => string
  /** An amount in its display coin (gold, silver or bronze), truncated to two decimals, never rounded up. */
  readonly denominated: (coins: number) => { readonly coin: StoreCoin; readonly text: string }
  /** With its sign, also when positive. */
  readonly signed: (value: number) => string
  /** An average, with at most two decimals. */
  readonly average: (value: number) => string
  /** An average with its sign. */
  readonly signedAverage: (value: number) => string
  /** A shortened gain or loss with its sign. */
  readonly signedPrice: (coins: number) => string
  readonly percent: (basisPoints: number) => string
  /** With one decimal at most. */
  readonly share: (basisPoints: number) => string
  /** With its sign, at most one decimal. */
  readonly signedPercent: (basisPoints: number) => string
  readonly dateTime: (atSec: number) => string
  /** A calendar day, given as an ISO date. */
  readonly day: (isoDate: string) => string
  /** A range of days without repeating what they share. */
  readonly dayRange: (fromIsoDate: string, toIsoDate: string) => string
  readonly date: (atSec: number) => string
  /** The day of a moment without its year. */
  readonly shortDay: (atSec: number) => string
  readonly time: (atSec: number) => string
  /** A time with seconds. */
  readonly clock: (atSec: number) => string
  /** Time since a moment in its largest whole unit; below a minute it is "now". */
  readonly age: (seconds: number) => string
  readonly range: (from: number, to: number) => string
  /** Compares names by the language's alphabet, and numbers within them by value. */
  readonly compare: (one: string, other: string) => number
  /** A list in a sentence: "a, b and c". */
  readonly list: (things: readonly string[]) => string
  /**
   * For input fields: grouped thousands and all decimals. Three decimals get a trailing zero, because `parseAmount`
   * reads three digits after a separator as thousands.
   */
  readonly field: (value: number) => string
}

/** Formatters of one language. Creating one takes milliseconds, so each is created on first use. */
export function createFormats(language: string): Formats {
  const number = (options?: Intl.NumberFormatOptions) => {
    const format = once(() => new Intl.NumberFormat(language, options))
    return (value: number) => format().format(value).replace('-', MINUS)
  }
  const moment = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(language, options))
  const exact = number()
  const decimal = number({ maximumFractionDigits: COIN_DECIMALS_MAX, roundingMode: 'trunc' })
  const average = number({ maximumFractionDigits: COIN_DECIMALS_MAX })
  const signed = number({ signDisplay: 'exceptZero' })
  const signedAverage = number({ maximumFractionDigits: COIN_DECIMALS_MAX, signDisplay: 'exceptZero' })
  const signedPercent = number({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  const share = number({ style: 'percent', maximumFractionDigits: 1 })
  const percent = number({ style: 'percent', maximumFractionDigits: 2 })
  const dateTime = moment({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
  // Calendar days are UTC (rules §0): a day must not shift west of Greenwich.
  const day = moment({ year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })
  const date = moment({ dateStyle: 'long' })
  const shortDay = moment({ day: 'numeric', month: 'short' })
  const time = moment({ timeStyle: 'short', hourCycle: 'h23' })
  const clock = moment({ timeStyle: 'medium', hourCycle: 'h23' })
  const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'short' }))
  const collator = once(() => new Intl.Collator(language, { numeric: true }))
  const now = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
  const list = once(() => new Intl.ListFormat(language, { type: 'conjunction' }))
  const separator = once(() => {
    const parts = new Intl.NumberFormat(language).formatToParts(0.5)
    return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  })
  const localised = (text: string) => text.replace('.', separator())
  const field = number({ maximumFractionDigits: AMOUNT_DECIMALS_MAX })
  const thousandths = number({ minimumFractionDigits: 4 })
  const price = (coins: number) => `${coins < 0 ? MINUS : ''}${localised(shortenPrice(Math.abs(coins)))}`

  return {
    exact,
    price,
    quantity: (count) => localised(shortenQuantity(count)),
    chartCount: (count) => localised(shortenChartCount(count)),
    denominated(coins) {
      const { coin, amount } = coinDenomination(coins)
      return { coin, text: decimal(amount) }
    },
    signed,
    average,
    signedAverage,
    signedPrice(coins) {
      const whole = Math.round(coins)
      return `${whole > 0 ? '+' : ''}${price(whole)}`
    },
    share: (basisPoints) => share(basisPoints / BASIS_POINTS),
    percent: (basisPoints) => percent(basisPoints / BASIS_POINTS),
    signedPercent: (basisPoints) => signedPercent(basisPoints / BASIS_POINTS),
    dateTime: (atSec) => dateTime().format(atSec * SECOND_MS),
    day: (isoDate) => day().format(new Date(isoDate)),
    dayRange: (from, to) => day().formatRange(new Date(from), new Date(to)),
    shortDay: (atSec) => shortDay().format(atSec * SECOND_MS),
    date: (atSec) => date().format(atSec * SECOND_MS),
    time: (atSec) => time().format(atSec * SECOND_MS),
    clock: (atSec) => clock().format(atSec * SECOND_MS),
    age(seconds) {
      const longest = AGE_UNITS.find((each) => seconds >= each.lengthSec)
      if (longest === undefined) return now().format(0, 'second')
      const { unit, lengthSec } = longest
      return relative().format(-Math.floor(seconds / lengthSec), unit)
    },
    field: (value) => (hasThreeDecimals(value) ? thousandths(value) : field(value)),
    compare: (one, other) => collator().compare(one, other),
    list: (things) => list().format(things),
    range: (from, to) => (from === to ? exact(from) : `${exact(from)}–${exact(to)}`),
  }
}

function hasThreeDecimals(value: number): boolean {
  return /\.\d{3}$/.test(String(value))
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
