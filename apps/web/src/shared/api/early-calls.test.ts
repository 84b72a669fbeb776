import { afterEach, expect, test, vi } from 'vitest'
import { callEarly, claimEarlyResponse } from './early-calls.ts'

const ADDRESS = '/api/v2/get-all-items'
const BODY = '{"language":"en"}'
const asked = (token: string | null): RequestInit => ({
  method: 'POST',
  body: BODY,
  headers: token === null ? {} : { authorization: `Bearer ${token}` },
})

function answerWith(answer: Response) {
  const fetched = vi.fn<(address: string, request: RequestInit) => Promise<Response>>(() => Promise.resolve(answer))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => vi.unstubAllGlobals())

test('an early response goes to the first caller of exactly the same call only', async () => {
  const answer = new Response('{}')
  const fetched = answerWith(answer)
  callEarly({ name: 'POST /v2/get-all-items', body: { language: 'en' }, token: 'mine' })
  expect(claimEarlyResponse(ADDRESS, asked(null))).toBeUndefined()
  expect(claimEarlyResponse(ADDRESS, asked('another'))).toBeUndefined()
  expect(claimEarlyResponse(ADDRESS, { ...asked('mine'), body: '{}' })).toBeUndefined()
  expect(claimEarlyResponse(ADDRESS, { ...asked('mine'), method: 'GET' })).toBeUndefined()
  expect(claimEarlyResponse('/api/inventory/get', asked('mine'))).toBeUndefined()
  expect((await claimEarlyResponse(ADDRESS, asked('mine')))?.response).toBe(answer)
  expect(claimEarlyResponse(ADDRESS, asked('mine'))).toBeUndefined()
  const [address, request] = fetched.mock.calls[0] ?? []
  expect([address, request?.method, request?.body]).toEqual([ADDRESS, 'POST', BODY])
  expect(new Headers(request?.headers).get('authorization')).toBe('Bearer mine')
})

test('a call without a body is sent without one, and matched without one', async () => {
  const answer = new Response('{}')
  const fetched = answerWith(answer)
  callEarly({ name: 'GET /get_profile', token: 'mine' })
  const { body: _none, ...without } = asked('mine')
  expect((await claimEarlyResponse('/api/get_profile', { ...without, method: 'GET' }))?.response).toBe(answer)
  expect(fetched.mock.calls[0]?.[1]).not.toHaveProperty('body')
})

test('a failed early call affects only its caller', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  callEarly({ name: 'POST /v2/get-all-items', body: { language: 'en' }, token: null })
  await expect(claimEarlyResponse(ADDRESS, asked(null))).rejects.toThrow('away')
})
