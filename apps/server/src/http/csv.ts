import type { Language } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'

/** Without it spreadsheets read UTF-8 as the encoding of their country. */
export const BYTE_ORDER_MARK = '\u{FEFF}'

/** Spreadsheets take text that begins like this for a formula and would run it, also in full width. */
const FORMULA_START = /^[=+\-@\t\r\n]/
const NEEDS_QUOTES = /[",;\r\n]/
/** Languages whose spreadsheets write decimals with a comma and expect semicolons between cells. */
const SEMICOLON_LANGUAGES: ReadonlySet<Language> = new Set(['ru', 'pt', 'tr'])

/** Writes one line of CSV. */
export type CsvRow = (cells: readonly (string | number)[]) => string

/**
 * Makes lines of CSV (RFC 4180) as spreadsheets in a language open them: with its separator and its decimal sign. Text
 * that a spreadsheet would run begins with an apostrophe; numbers stay numbers.
 */
export function createCsvRow(language: Language): CsvRow {
  const hasSemicolons = SEMICOLON_LANGUAGES.has(language)
  const cellOf = (value: string | number): string => {
    if (typeof value === 'string') return textCell(value)
    return hasSemicolons ? String(value).replace('.', ',') : String(value)
  }
  return (cells) => `${cells.map(cellOf).join(hasSemicolons ? ';' : ',')}\r\n`
}

function textCell(value: string): string {
  const text = FORMULA_START.test(firstCharacter(value).normalize('NFKC')) ? `'${value}` : value
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function firstCharacter(text: string): string {
  const code = text.codePointAt(0)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** A time as spreadsheets read it, to the second. */
export function isoTime(atSec: number): string {
  return new Date(atSec * SECOND_MS).toISOString().replace('.000Z', 'Z')
}
