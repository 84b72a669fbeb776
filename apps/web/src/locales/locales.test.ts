import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ERRORS, SERVER_ERRORS } from '@clutch/contract'
import { LANGUAGES } from '@clutch/contract/constants'
import { OPERATION_KINDS } from '@clutch/economy'
import { describe, expect, test } from 'vitest'
import { AREAS } from '../shared/i18n/areas.ts'
import { findLooseText } from './find-loose-text.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const SOURCE = fileURLToPath(new URL('..', import.meta.url))
const PLURAL_FORM = /_(?:zero|one|two|few|many|other)$/
const PLACEHOLDER = /\{\{(\w+)\}\}/g

type Texts = ReadonlyMap<string, string>

function readTexts(language: string, area: string): Texts {
  const texts = new Map<string, string>()
  const collect = (node: unknown, path: readonly string[]) => {
    if (typeof node === 'string') texts.set(path.join('.'), node)
    else for (const [key, value] of Object.entries(node as object)) collect(value, [...path, key])
  }
  collect(JSON.parse(readFileSync(`${HERE}${language}/${area}.json`, 'utf8')), [])
  return texts
}

const areas = readdirSync(`${HERE}en`).map((file) => file.replace('.json', ''))
const stems = (texts: Texts) => [...new Set([...texts.keys()].map((key) => key.replace(PLURAL_FORM, '')))].toSorted()

describe.each(LANGUAGES)('%s', (language) => {
  test.each(areas)('has every key of %s', (area) => {
    expect(stems(readTexts(language, area))).toEqual(stems(readTexts('en', area)))
  })

  test.each(areas)('has no empty text in %s and uses the same placeholders', (area) => {
    const english = readTexts('en', area)
    const wrong: string[] = []
    for (const [key, text] of readTexts(language, area)) {
      const stem = key.replace(PLURAL_FORM, '')
      const model = english.get(`${stem}_other`) ?? english.get(key) ?? ''
      const known = new Set([...model.matchAll(PLACEHOLDER)].map(([, name]) => name).concat('count'))
      const used = [...text.matchAll(PLACEHOLDER)].map(([, name]) => name)
      if (text.trim() === '' || used.some((name) => !known.has(name))) wrong.push(key)
    }
    expect(wrong).toEqual([])
  })

  test.each(areas)('gives every plural in %s all forms of the language', (area) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
    const given = new Map<string, string[]>()
    for (const key of readTexts(language, area).keys()) {
      const form = PLURAL_FORM.exec(key)?.[0].slice(1)
      if (form === undefined) continue
      const stem = key.replace(PLURAL_FORM, '')
      given.set(stem, [...(given.get(stem) ?? []), form])
    }
    const complete = new Map([...given.keys()].map((stem) => [stem, forms]))
    expect(new Map([...given].map(([stem, found]) => [stem, found.toSorted()]))).toEqual(complete)
  })
})

test('all visible text comes from the locale files', () => {
  const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file)
  const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(isSource)
  const loose = sources.flatMap((file) =>
    findLooseText(file, readFileSync(SOURCE + file, 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(loose).toEqual([])
})

test.each([
  [`<p title="Hello">World {x} {'there'}</p>`, ['Hello', 'World', 'there']],
  ['<p aria-label={`Lot ${id}`} />', ['Lot']],
  [`<p title={isBuy ? 'Buy' : t('sell')}>{isOpen && 'Open'}</p>`, ['Buy', 'Open']],
  [`showToast('Done')`, ['Done']],
  [`<p className="x" title={t('k')}>· {t('l')} ×{'• '}</p>`, []],
  ['showToast(t(`trade.${side}_done`))', []],
])('finds the loose text in %s', (source, loose) => {
  expect(findLooseText('sample.tsx', `const a = ${source}`)).toEqual(loose)
})

test.each(LANGUAGES)('every file of %s belongs to an area of the interface', (language) => {
  const files = readdirSync(`${HERE}${language}`).map((file) => file.replace('.json', ''))
  expect(AREAS).toEqual(expect.arrayContaining(files))
})

test("status text: 'Connecting...', 'Connected', 'Disconnected', 'Reconnecting... (attempt n)', 'Error: {message}'", () => {
  const live = Object.fromEntries([...readTexts('en', 'shell')].filter(([key]) => key.startsWith('live.')))
  expect(live).toMatchObject({
    'live.connecting': 'Connecting...',
    'live.connected': 'Connected',
    'live.disconnected': 'Disconnected',
    'live.reconnecting': 'Reconnecting... (attempt {{attempt}})',
    'live.error': 'Error: {{message}}',
    'live.errors.no_token': 'No authentication token available',
    'live.errors.socket': 'WebSocket connection error',
    'live.errors.send': 'Send error',
    'live.errors.handler': 'Handler error for {{type}}',
    'live.errors.wait_timeout': 'Timeout waiting for event: {{type}}',
  })
})

test("insufficient items message: 'Not enough items: {0}', and the default 'Error canceling lot'", () => {
  const errors = readTexts('en', 'errors')
  expect(errors.get('not_enough_items')).toBe('Not enough items: {{name}}')
  expect(errors.get('cancel_failed')).toBe('Error canceling lot')
})

test.each(LANGUAGES)('%s names every kind of operation, and no others', (language) => {
  const keys = [...readTexts(language, 'inventory').keys()].filter((key) => key.startsWith('history.kinds.'))
  const kinds = Object.keys(OPERATION_KINDS).map((kind) => `history.kinds.${kind}`)
  expect(keys.toSorted()).toEqual(kinds.toSorted())
})

test.each(LANGUAGES)("%s has a text for every error code, and none repeats a validator's message", (language) => {
  const texts = readTexts(language, 'errors')
  expect(Object.keys(ERRORS).filter((code) => !texts.has(code) && !Object.hasOwn(SERVER_ERRORS, code))).toEqual([])
  expect([...texts.values()].filter((text) => text.includes('{{detail}}'))).toEqual([])
})
