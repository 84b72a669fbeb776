import { describe, expect, test } from 'vitest'
import { findReads } from './preloads.ts'

const at = (address: string) => new URL(address, 'http://localhost') as unknown as Location
const namesAt = (address: string, isSignedIn: boolean) =>
  findReads(at(address), 'en', isSignedIn).map(({ name }) => name)

describe('early calls', () => {
  test.each(['/', '/marketplace/market#/item=1001', '/harvest/receipts', '/chat'])(
    'start on %s with the connection address for signed-in players',
    (address) => {
      expect(namesAt(address, true)[0]).toBe('GET /get-server')
      expect(namesAt(address, false)).not.toContain('GET /get-server')
    },
  )

  test('request the item of the address, in the page’s language', () => {
    const reads = findReads(at('/marketplace/market#/item=1001'), 'ja', true)
    expect(reads).toContainEqual({ name: 'POST /v2/get-all-items', body: { language: 'ja' } })
    expect(reads).toContainEqual({ name: 'POST /marketplace/get-item-details', body: { item_type_id: 1_001 } })
    expect(namesAt('/marketplace/market', true)).not.toContain('POST /marketplace/get-item-details')
    expect(namesAt('/harvest/receipts', true)).toContain('POST /harvest/get-receipts')
    expect(namesAt('/inventory/page', true)).not.toContain('POST /harvest/get-receipts')
  })

  test('are limited to public data and pages for anonymous visitors', () => {
    expect(namesAt('/', false)).toEqual(['POST /v2/get-all-items'])
    expect(namesAt('/marketplace/market', false)).toEqual([
      'POST /v2/get-all-items',
      'POST /marketplace/get-all-prices',
    ])
    expect(namesAt('/inventory/page', false)).toEqual([])
  })
})
