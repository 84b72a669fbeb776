import { afterEach, expect, test, vi } from 'vitest'
import { callEarly, takeEarlyAnswer } from './early-calls.ts'

const PATH = '/api/v2/get-all-items'
const BODY = '{"language":"en"}'
const asked = (token: string | null): RequestInit => ({
  body: BODY,
  headers: token === null ? {} : { authorization: `Bearer ${token}` },
})

afterEach(() => vi.unstubAllGlobals())

test('an answer under way goes to the first who makes the very same call, and to nobody else', async () => {
  const answer = new Response('{}')
  const fetched = vi.fn<(path: string, request: RequestInit) => Promise<Response>>(() => Promise.resolve(answer))
  vi.stubGlobal('fetch', fetched)
  callEarly({ path: PATH, body: BODY, token: 'mine' })
  expect(takeEarlyAnswer(PATH, asked(null))).toBeUndefined()
  expect(takeEarlyAnswer(PATH, asked('another'))).toBeUndefined()
  expect(takeEarlyAnswer(PATH, { ...asked('mine'), body: '{}' })).toBeUndefined()
  expect(takeEarlyAnswer('/api/inventory/get', asked('mine'))).toBeUndefined()
  expect(await takeEarlyAnswer(PATH, asked('mine'))).toBe(answer)
  expect(takeEarlyAnswer(PATH, asked('mine'))).toBeUndefined()
  const [path, request] = fetched.mock.calls[0] ?? []
  expect([path, request?.method, request?.body]).toEqual([PATH, 'POST', BODY])
  expect(new Headers(request?.headers).get('authorization')).toBe('Bearer mine')
})

test('a call that fails troubles nobody but its taker', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  callEarly({ path: PATH, body: BODY, token: null })
  await expect(takeEarlyAnswer(PATH, asked(null))).rejects.toThrow('away')
})
