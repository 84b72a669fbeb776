/** Powers of ten of the suffixes that traders use: Latin, Cyrillic, Chinese and Japanese. */
const SUFFIX_POWERS: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9, t: 12, к: 3, м: 6, 万: 4, 億: 8, 亿: 8 }
/** Decimals of a price in gold, since 1 gold is a million coins. */
export const AMOUNT_DECIMALS_MAX = 6

const SHAPE = /^(?<sign>[-−]?)(?<digits>[\d.,'’ ]*\d[\d.,]*) ?(?<suffix>[kmbtкм万億亿])?$/u
/** Spaces and apostrophes only ever separate thousands. */
const SPACED = /^\d{1,3}(?:[ '’]\d{3})+(?<rest>[.,]\d+)?$/u
const GROUPED = /^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:,\d{3})+)$/u
const GROUPED_WITH_DECIMALS = /^[1-9]\d{0,2}(?:(?:\.\d{3})+,|(?:,\d{3})+\.)\d+$/u
const WITH_DECIMALS = /^\d*[.,]\d+$/u

/**
 * Parses an amount as typed in any language (rules §17): "1000", "1 000", "1.000", "1,000", "1.5k", full-width digits.
 * A separator followed by exactly three digits, in every group, separates thousands; before a suffix a single separator
 * is a decimal point. Independent of the page's language.
 * @param areDecimalsAllowed whether "3.4" without a suffix is valid, as for prices in store coins
 * @returns NaN if it is not an amount, or if it is ambiguous between languages
 */
export function parseAmount(text: string, areDecimalsAllowed = false): number {
  const { sign, digits, suffix } = SHAPE.exec(text.normalize('NFKC').trim().toLowerCase())?.groups ?? {}
  if (digits === undefined) return Number.NaN
  const plain = removeSeparators(digits, suffix !== undefined)
  if (plain === undefined) return Number.NaN
  const decimals = plain.split('.')[1]?.length ?? 0
  if (suffix === undefined && decimals > (areDecimalsAllowed ? AMOUNT_DECIMALS_MAX : 0)) return Number.NaN
  // Written as an exponent, not multiplied: 1.1 × 1000 is not 1100 in binary.
  const amount = Number(`${plain}e${SUFFIX_POWERS[suffix ?? ''] ?? 0}`)
  if (!areDecimalsAllowed && !Number.isInteger(amount)) return Number.NaN
  return sign === '' || amount === 0 ? amount : -amount
}

/** The digits with a decimal point and without thousands separators; undefined if ambiguous. */
function removeSeparators(digits: string, hasSuffix: boolean): string | undefined {
  if (/^\d+$/.test(digits)) return digits
  if (SPACED.test(digits)) return digits.replaceAll(/[ '’]/gu, '').replace(',', '.')
  if (GROUPED_WITH_DECIMALS.test(digits)) {
    const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
    return `${digits.slice(0, at).replaceAll(/[.,]/g, '')}.${digits.slice(at + 1)}`
  }
  const separators = digits.replaceAll(/\d/g, '').length
  if (GROUPED.test(digits) && (!hasSuffix || separators > 1)) return digits.replaceAll(/[.,]/g, '')
  return WITH_DECIMALS.test(digits) ? digits.replace(',', '.') : undefined
}
