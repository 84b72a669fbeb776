import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

/** A syntax error. Lines and columns start at 1. */
export interface SyntaxFault {
  readonly offset: number
  readonly line: number
  readonly column: number
  /** One English sentence without the position. */
  readonly message: string
}

export interface JsonTree {
  /** The values that could be read, with their positions; undefined if there are none. */
  readonly root: Node | undefined
  readonly faults: readonly SyntaxFault[]
}

export type DecodedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string }

/**
 * Decodes a file: UTF-8, or UTF-16 in either byte order, each with or without a byte order mark. NULs at the end, which
 * the store platform's archives carry, are dropped.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
    return { ok: true, text: text.replace(/\0+\s*$/, '') }
  } catch {
    return { ok: false, message: 'The file is neither UTF-8 nor UTF-16 text.' }
  }
}

/** JSON starts with an ASCII character, so without a byte order mark the first zero byte shows the byte order. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first !== undefined && first !== 0 && second === 0) return 'utf-16le'
  if (first === 0 && second !== undefined && second !== 0) return 'utf-16be'
  return 'utf-8'
}

/**
 * Reads JSON as editors and the store platform's uploader accept it, with comments, trailing commas and leading zeros.
 * Continues after an error, so that all errors are found and the rest can be used.
 */
export function parseLenientJson(text: string): JsonTree {
  const errors: ParseError[] = []
  const root = parseTree(withoutLeadingZeros(text), errors, { allowTrailingComma: true })
  return { root, faults: toFaults(text, errors) }
}

export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly faults: readonly SyntaxFault[] }

/** Reads standard JSON and reports all syntax errors. */
export function parseStrictJson(text: string): StrictJson {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    const errors: ParseError[] = []
    parseTree(text, errors, { disallowComments: true })
    const faults = toFaults(text, errors)
    if (faults.length > 0) return { ok: false, faults }
    const message = error instanceof Error ? error.message : String(error)
    return { ok: false, faults: [{ offset: 0, line: 1, column: 1, message: `${message}.` }] }
  }
}

export function valueOf(node: Node): unknown {
  return getNodeValue(node)
}

/** Converts offsets to lines and columns. */
export function createPlaces(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), ({ 0: lineBreak, index }) => index + lineBreak.length)]
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}

/** One mistake often causes several parser errors at one position; the first one names the cause. */
function toFaults(text: string, errors: readonly ParseError[]): SyntaxFault[] {
  const placeOf = createPlaces(text)
  const faults = new Map<number, SyntaxFault>()
  for (const { offset, error } of errors) {
    if (faults.has(offset)) continue
    faults.set(offset, {
      offset,
      ...placeOf(offset),
      message: MESSAGES[printParseErrorCode(error)] ?? 'This is not valid JSON.',
    })
  }
  return [...faults.values()]
}

const MESSAGES: Readonly<Record<string, string>> = {
  InvalidSymbol: 'This is neither a text in quotes, a number, true, false nor null.',
  InvalidNumberFormat: 'This is not a number.',
  PropertyNameExpected: 'A property name in quotes is missing.',
  ValueExpected: 'A value is missing.',
  ColonExpected: 'A colon is missing.',
  CommaExpected: 'A comma is missing.',
  CloseBraceExpected: 'A closing brace } is missing.',
  CloseBracketExpected: 'A closing bracket ] is missing.',
  EndOfFileExpected: 'Something follows after the end.',
  InvalidCommentToken: 'Comments are not allowed here.',
  UnexpectedEndOfComment: 'The comment does not end.',
  UnexpectedEndOfString: 'The text has no closing quote.',
  UnexpectedEndOfNumber: 'The number is not complete.',
  InvalidUnicode: 'The \\u escape needs four hex digits.',
  InvalidEscapeCharacter: 'Invalid escape after a backslash.',
  InvalidCharacter: 'A text must not hold line breaks or control characters; write \\n.',
}

/** `SyntaxKind` of jsonc-parser, a const enum that type stripping cannot import. */
const NUMBER_TOKEN = 11
const END_TOKEN = 17

/** Replaces leading zeros (`025`) with spaces, so that every other character keeps its place. */
function withoutLeadingZeros(text: string): string {
  if (!/[\s:[,/-]0\d/.test(text)) return text
  const scanner = createScanner(text, true)
  let result = ''
  let copiedTo = 0
  let zeroEnd: number | undefined
  for (let token: number = scanner.scan(); token !== END_TOKEN; token = scanner.scan()) {
    const start = scanner.getTokenOffset()
    const isNumber = token === NUMBER_TOKEN
    if (isNumber && zeroEnd === start) {
      const zeroStart = text[start - 2] === '-' ? start - 2 : start - 1
      result += text.slice(copiedTo, zeroStart) + (zeroStart === start - 2 ? ' -' : ' ')
      copiedTo = start
    }
    const value = scanner.getTokenValue()
    zeroEnd = isNumber && (value === '0' || value === '-0') ? start + scanner.getTokenLength() : undefined
  }
  return result + text.slice(copiedTo)
}
