import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRow } from './csv.ts'

/** Reads one row as RFC 4180 says. */
function parse(row: string): string[] {
  const cells = [...row.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)]
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

describe('a row of CSV', () => {
  it('ends its line, and quotes commas, quotes and line breaks', () => {
    expect(csvRow(['a', 1, 'b, "c"', 'd\ne'])).toBe('a,1,"b, ""c""","d\ne"\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('takes the sting out of %j', (text) => {
    expect(parse(csvRow(['x', text]))).toEqual(['x', `'${text}`])
  })

  it('leaves negative numbers numbers', () => {
    expect(csvRow([-5])).toBe('-5\r\n')
  })

  it('reads back as what was written, but for the apostrophe', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const read = parse(csvRow(['first', ...cells]))
        expect(read.slice(1)).toEqual(cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)))
        for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })
})
