/** What a language writes between thousands and before decimals. */
export interface Separators {
  readonly group: string
  readonly decimal: string
}

/** Powers of ten behind the letters that traders shorten numbers with, in Latin and in Cyrillic. */
const SUFFIX_POWERS: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9, t: 12, к: 3, м: 6 }
const SHORTENED = /^(?<digits>[^a-zкм]+)(?<suffix>[kmbtкм])?$/u
const SPACES = /[\s'’]/gu
const PLAIN = /^\d*\.?\d*$/
const DIGIT = /\d/

/** The separators of a language, as its number format writes them. */
export function separatorsOf(language: string): Separators {
  const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(12_345.6)
  const textOf = (type: string) => parts.find((part) => part.type === type)?.value
  return { group: textOf('group') ?? ',', decimal: textOf('decimal') ?? '.' }
}

/**
 * Reads an amount as people type it: "1000", "1 000", "1,000.5" or "1.000,5" by language, "1k", "2.5m". A point or a
 * comma that separates no thousands is a decimal one, whatever the language.
 * @returns NaN for anything else: no number may be read out of a part of what was typed
 */
export function parseAmount(text: string, { group, decimal }: Separators): number {
  const { digits, suffix } = SHORTENED.exec(text.replace(SPACES, '').toLowerCase())?.groups ?? {}
  if (digits === undefined || !DIGIT.test(digits)) return Number.NaN
  const isNegative = digits.startsWith('-')
  const whole = joinThousands(isNegative ? digits.slice(1) : digits, group, decimal)
  if (!PLAIN.test(whole)) return Number.NaN
  // The power is written, not multiplied: 1.1 × 1000 is not 1100 in binary.
  return Number(`${isNegative ? '-' : ''}${whole}e${suffix === undefined ? 0 : (SUFFIX_POWERS[suffix] ?? 0)}`)
}

/** The number with a point before its decimals and nothing between its thousands. */
function joinThousands(digits: string, group: string, decimal: string): string {
  const [head = '', ...tail] = digits.split(decimal)
  const parts = head.split(group)
  const isGrouped = parts.length > 1 && parts.every((part, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part))
  if (isGrouped) return [parts.join(''), ...tail].join('.')
  return digits.replaceAll(',', '.')
}
