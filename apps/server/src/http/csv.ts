import { SECOND_MS } from '@clutch/contract/formats'

/** Without it spreadsheets take UTF-8 for the alphabet of their country. */
export const BYTE_ORDER_MARK = '\u{FEFF}'

/** A spreadsheet takes text that begins like this for a formula and would run it. */
const FORMULA_START = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/** One line of CSV (RFC 4180). Text that a spreadsheet would run begins with an apostrophe; numbers stay numbers. */
export function csvRow(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA_START.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A time as spreadsheets read it, to the second. */
export function isoTime(atSec: number): string {
  return new Date(atSec * SECOND_MS).toISOString().replace('.000Z', 'Z')
}
