import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { BbText } from './BbText.tsx'
import { bbText, parseBbCode, safeLink } from './bbcode.ts'

const draw = (source: string) => renderToStaticMarkup(createElement(BbText, { source }))

describe('parseBbCode', () => {
  test('nests the tags it knows', () => {
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

  test('leaves unknown tags as text, and closes tags left open', () => {
    expect(bbText(parseBbCode('[Rare] x [i like it] [1] [b]open'))).toBe('[Rare] x [i like it] [1] open')
  })

  test.each([
    ['[strike]a[/strike]', '<s>a</s>'],
    ['[noparse][b]a[/b][/noparse]', '[b]a[/b]'],
    ['[img]https://example.com/a.png[/img]after', 'after'],
    ['[img src="https://example.com/a.png"][/img]after', 'after'],
    ['[previewyoutube=abc;full][/previewyoutube]after', 'after'],
    ['[size=20]big[/size] [font=Arial]x[/font]', 'big x'],
    ['a[/b]b[/color]', 'ab'],
    ['[B]a[/B]', '<strong>a</strong>'],
    ['[url]https://example.com/[/url]', 'https://example.com/</a>'],
    ['[url="https://example.com/"]x[/url]', 'href="https://example.com/"'],
    ['[dynamiclink href="https://example.com/"][/dynamiclink]', 'https://example.com/</a>'],
    ['[url=steam://run/480]play[/url]', 'play'],
  ])('shows or drops %s cleanly', (source, shown) => {
    expect(draw(source)).toContain(shown)
    expect(draw(source).replaceAll('[b]a[/b]', '')).not.toMatch(/[[\]]/)
  })

  const lines = (source: string) =>
    draw(source)
      .replaceAll(/<\/?span[^>]*>/g, '|')
      .replaceAll(/\|+/g, '|')

  test.each([
    ['[h1]Title[/h1]\ntext', '|Title|text'],
    ['a\n[hr][/hr]\nb', 'a|b'],
    ['[list]\n[*]one\n[*] two\n[/list]\nend', '|• one|•  two|end'],
    ['[olist]\n[*]one\n[*]two\n[/olist]', '|1. one|2. two|'],
    ['Has:\n[*]one\n[*]two\nend', 'Has:|• one|• two|end'],
    ['[list][*]one[list][*]inner[/list][*]two[/list]', '|• one|• inner|• two|'],
    ['[quote=Ann]\nhi\n[/quote]', '|Ann|hi|'],
    ['[table]\n[tr]\n[th]A[/th]\n[td]1[/td]\n[/tr]\n[/table]', '|A|1|'],
    ['[table equalcells=1][tr][td]1[td]2[tr][td]3[/table]', '|1|2|3|'],
    ['[code]a = [b]1[/b]\n[/code]', '<code class="X">a = [b]1[/b]\n</code>'],
    ['a\n\nb', 'a<br/><br/>b'],
  ])('puts %j on separate lines without empty ones', (source, shown) => {
    expect(lines(source).replace(/class="[^"]*"/, 'class="X"')).toBe(shown)
  })

  test('loses no text of any source', () => {
    const text = fc.string().filter((candidate) => !/[[\]\n\r]/.test(candidate))
    const tag = fc.constantFrom(
      '[b]',
      '[/b]',
      '[color=#fff]',
      '[/color]',
      '[*]',
      '[list]',
      '[tr]',
      '[td]',
      '[',
      ']',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(tag, text)), (pieces) => {
        const read = bbText(parseBbCode(pieces.map(([markup, words]) => `${markup} ${words} `).join('')))
        for (const [, words] of pieces) expect(read).toContain(words)
      }),
    )
  })

  test('stays quick and shallow on hostile nesting', () => {
    expect(bbText(parseBbCode(`${'[b]'.repeat(50_000)}x`))).toBe('x')
    expect(bbText(parseBbCode('[img]'.repeat(20_000)))).toBe('')
  })
})

describe('BbText', () => {
  test('lightens a colour until it is readable', () => {
    expect(draw('[color=#2360D8]vault[/color]')).toMatch(/^<span style="color:#[0-9a-f]{6}">vault<\/span>$/)
    expect(draw('[color=#fff]x[/color][color=Tomato]y[/color][color=#11223344]z[/color]')).toMatch(
      /^(?:<span style="color:#[0-9a-f]{6}">[xyz]<\/span>){3}$/,
    )
    expect(draw('[color=red;position:fixed]x[/color]')).toBe('x')
  })

  test('links to web pages only', () => {
    expect(draw('[url=https://example.com/a]x[/url]')).toContain('href="https://example.com/a"')
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'java\tscript:x', '//x', 'vbscript:x']) {
      expect(draw(`[url=${address}]x[/url]`)).toBe('x')
    }
    expect(safeLink('JAVASCRIPT:alert(1)')).toBeUndefined()
  })

  test('never turns source text into an element or attribute', () => {
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
        '[quote="><b>]',
        '[code]',
        '[/code]',
        '[table x="><b>"]',
        '[spoiler]',
        '[hr]',
      ),
    )
    const allowed =
      /^<(?:\/(?:strong|em|u|s|code|span|a)|br\/|strong|em|u|s|code class="[\w -]+"|span(?: class="[\w -]+")?(?: style="color:#[0-9a-f]{6}"| tabindex="0")?|a href="https?:[^"<>]*" target="_blank" rel="noopener noreferrer nofollow")>$/
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        for (const [tag] of draw(pieces.join('')).matchAll(/<[^>]*>?/g)) expect(tag).toMatch(allowed)
      }),
      { numRuns: 400 },
    )
  })
})
