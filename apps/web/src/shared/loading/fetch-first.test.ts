import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchFirst, StuckImportError } from './fetch-first.ts'

/** The server's response per file; without one it is down. */
let answers: Map<string, Response>
let asked: string[]
let inPage: Set<string>
beforeEach(() => {
  answers = new Map()
  asked = []
  inPage = new Set()
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const answer = answers.get(path)
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return answer
  })
  const querySelector = (selector: string) => [...inPage].find((path) => selector.includes(`"${path}"`)) ?? null
  vi.stubGlobal('document', { querySelector })
})
afterEach(() => vi.unstubAllGlobals())

const load = vi.fn<() => Promise<string>>(async () => 'module')
beforeEach(() => load.mockClear())

/** Each test uses different files: loaded ones are remembered. */
const comes = (file: string) => void answers.set(`/${file}`, new Response('code'))

test('imports only after the module and its imports are complete', async () => {
  comes('one.js')
  await expect(fetchFirst(load, ['one.js', 'one-shared.js'])).rejects.toThrow('Failed to fetch')
  expect(load).not.toHaveBeenCalled()
  comes('one-shared.js')
  await expect(fetchFirst(load, ['one.js', 'one-shared.js'])).resolves.toBe('module')
  expect(asked).toEqual(['/one.js', '/one-shared.js', '/one-shared.js'])
})

test('rejects a response that is not the file', async () => {
  answers.set('/two.js', new Response('gone', { status: 404 }))
  await expect(fetchFirst(load, ['two.js'])).rejects.toThrow('/two.js failed to load: status 404')
  expect(load).not.toHaveBeenCalled()
})

test('does not import before the last byte has arrived', async () => {
  const body = new TransformStream<Uint8Array, Uint8Array>()
  answers.set('/three.js', new Response(body.readable))
  const writer = body.writable.getWriter()
  const imported = fetchFirst(load, ['three.js'])
  await writer.write(new Uint8Array(3))
  expect(load).not.toHaveBeenCalled()
  await writer.close()
  await expect(imported).resolves.toBe('module')
})

test('fetches once for concurrent imports, and nothing that the page loads itself', async () => {
  comes('four.js')
  inPage.add('/four-early.js')
  await Promise.all([fetchFirst(load, ['four.js', 'four-early.js']), fetchFirst(load, ['four.js'])])
  expect(asked).toEqual(['/four.js'])
  expect(load).toHaveBeenCalledTimes(2)
})

test('imports at once if there are no files', async () => {
  await expect(fetchFirst(load)).resolves.toBe('module')
  expect(asked).toEqual([])
})

test('fetches a file itself after an import of a file loaded by the page has failed', async () => {
  inPage.add('/five.js')
  load.mockRejectedValueOnce(new TypeError('Failed to import'))
  await expect(fetchFirst(load, ['five.js'])).rejects.toThrow('Failed to import')
  await expect(fetchFirst(load, ['five.js'])).rejects.toThrow('Failed to fetch')
  expect(load).toHaveBeenCalledTimes(1)
  comes('five.js')
  await expect(fetchFirst(load, ['five.js'])).resolves.toBe('module')
})

test('reports an import that fails with all its files loaded as stuck', async () => {
  comes('six.js')
  load.mockRejectedValueOnce(new TypeError('Failed to import'))
  await expect(fetchFirst(load, ['six.js'])).rejects.toThrow(StuckImportError)
})
