import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { BbText } from './BbText.tsx'
import { bbText, parseBbCode, safeLink } from './bbcode.ts'

const draw = (source: string) => renderToStaticMarkup(createElement(BbText, { source }))

describe('parseBbCode', () => {
  test('nests what it knows', () => {
    expect(parseBbCode('a[b]c[i]d[/i][/b]')).toEqual([
      { kind: 'text', text: 'a' },
      {
        kind: 'b',
        value: '',
        children: [
          { kind: 'text', text: 'c' },
          { kind: 'i', value: '', children: [{ kind: 'text', text: 'd' }] },
        ],
      },
    ])
  })

  test('leaves what it does not know as text, and closes what is left open', () => {
    expect(bbText(parseBbCode('[img]x[/img] [/b] [b]open'))).toBe('[img]x[/img] [/b] open')
  })

  test('loses no text of any source', () => {
    const text = fc.string().filter((candidate) => !/[[\]\n\r]/.test(candidate))
    const tag = fc.constantFrom('[b]', '[/b]', '[color=#fff]', '[/color]', '[*]', '[list]', '[', ']', '\n')
    fc.assert(
      fc.property(fc.array(fc.tuple(tag, text)), (pieces) => {
        const read = bbText(parseBbCode(pieces.map(([markup, words]) => `${markup} ${words} `).join('')))
        for (const [, words] of pieces) expect(read).toContain(words)
      }),
    )
  })

  test('stays quick and shallow on hostile nesting', () => {
    expect(bbText(parseBbCode('[b]'.repeat(50_000))).length).toBeGreaterThan(0)
  })
})

describe('BbText', () => {
  test('lifts a colour until it can be read', () => {
    expect(draw('[color=#2360D8]vault[/color]')).toMatch(/^<span style="color:#[0-9a-f]{6}">vault<\/span>$/)
    expect(draw('[color=red;position:fixed]x[/color]')).toBe('x')
  })

  test('links to web pages only', () => {
    expect(draw('[url=https://example.com/a]x[/url]')).toContain('href="https://example.com/a"')
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'java\tscript:x', '//x', 'vbscript:x']) {
      expect(draw(`[url=${address}]x[/url]`)).toBe('x')
    }
    expect(safeLink('JAVASCRIPT:alert(1)')).toBeUndefined()
  })

  test('no source ever becomes an element or attribute of its own', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '<img src=x onerror=alert(1)>',
        '"><svg onload=x>',
        '[url=javascript:alert(1)]',
        '[url=https://a.b"onclick="x]',
        '[color=#ff0000" onclick="x]',
        '[b]',
        '[/b]',
        '[color=#123456]',
        '[/url]',
      ),
    )
    const allowed =
      /^<(?:\/(?:strong|em|u|s|span|a)|br\/|strong|em|u|s|span(?: style="color:#[0-9a-f]{6}")?|a href="https?:[^"<>]*" target="_blank" rel="noopener noreferrer nofollow")>$/
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        for (const [tag] of draw(pieces.join('')).matchAll(/<[^>]*>?/g)) expect(tag).toMatch(allowed)
      }),
      { numRuns: 400 },
    )
  })
})
