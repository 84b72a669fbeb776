import type { Language } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'

/** Byte order mark; without it spreadsheets read UTF-8 in their local encoding. */
export const BYTE_ORDER_MARK = '\u{FEFF}'

/** Spreadsheets execute text that begins like this as a formula, including full-width characters. */
const FORMULA_START = /^[=+\-@\t\r\n]/
const NEEDS_QUOTES = /[",;\r\n]/
/** Languages whose spreadsheets use a decimal comma and separate cells by semicolons. */
const SEMICOLON_LANGUAGES: ReadonlySet<Language> = new Set(['ru', 'pt', 'tr'])

/** Formats one line of CSV. */
export type CsvRow = (cells: readonly (string | number)[]) => string

/**
 * Formats lines of CSV (RFC 4180) for spreadsheets in a language, with its separator and decimal sign. Text that a
 * spreadsheet would execute is prefixed with an apostrophe; numbers stay numbers.
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

/** A time in the form spreadsheets recognize, to the second. */
export function isoTime(atSec: number): string {
  return new Date(atSec * SECOND_MS).toISOString().replace('.000Z', 'Z')
}
