import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCsvRow } from './csv.ts'

const csvRow = createCsvRow('en')

/** Parses one row (RFC 4180). */
function parse(row: string): string[] {
  const cells = [...row.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)]
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

describe('a row of CSV', () => {
  it('ends with a line break, and quotes commas, quotes and line breaks', () => {
    expect(csvRow(['a', 1, 'b, "c"', 'd\ne'])).toBe('a,1,"b, ""c""","d\ne"\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)', '﹦1'])(
    'takes the sting out of %j',
    (text) => {
      expect(parse(csvRow(['x', text]))).toEqual(['x', `'${text}`])
    },
  )

  it.each(['ru', 'pt', 'tr'] as const)(
    'has the separator and the decimal sign that spreadsheets expect in %s',
    (lang) => {
      expect(createCsvRow(lang)(['a', 1, 2.5, 'b, c', 'd;e', -0.25])).toBe('a;1;2,5;"b, c";"d;e";-0,25\r\n')
    },
  )

  it.each(['en', 'ja', 'zh'] as const)('separates cells by commas in %s', (lang) => {
    expect(createCsvRow(lang)(['a', 1, 2.5, 'd;e'])).toBe('a,1,2.5,"d;e"\r\n')
  })

  it('keeps negative numbers as numbers', () => {
    expect(csvRow([-5])).toBe('-5\r\n')
  })

  it('can be parsed back, except for the apostrophe', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const read = parse(csvRow(['first', ...cells]))
        expect(read.slice(1).map((cell) => cell.replace(/^'/, ''))).toEqual(cells.map((cell) => cell.replace(/^'/, '')))
        for (const cell of read) expect(cell.normalize('NFKC')).not.toMatch(/^[=+\-@\t\r\n]/)
      }),
    )
  })
})
