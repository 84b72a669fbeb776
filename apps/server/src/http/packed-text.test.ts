import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { packJson } from './packed-text.ts'

const VALUE = { names: Array.from({ length: 1_000 }, (_, index) => `Ünïcode ${index}`) }

async function fetchPacked(accepted: string | undefined) {
  const app = fastify()
  const packed = packJson(VALUE)
  app.get('/', async (request, reply) => {
    await packed.send(request, reply)
    return reply
  })
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  return app.inject({ url: '/', headers })
}

describe('a precompressed response', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['GZIP;q=0.5', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('to %j is sent as %s', async (accepted, encoding, unpack) => {
    const { headers, rawPayload } = await fetchPacked(accepted)
    expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-type': 'application/json; charset=utf-8' })
    expect(JSON.parse(unpack(rawPayload).toString())).toEqual(VALUE)
  })

  it.each([undefined, '', 'identity', 'zstd', 'br;q=0.000'])('is sent uncompressed to %j', async (accepted) => {
    const response = await fetchPacked(accepted)
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.json()).toEqual(VALUE)
  })
})
