import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '@clutch/contract/constants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const DEMO_PACK = fileURLToPath(new URL('../../../../packages/content/packs/demo', import.meta.url))
const TEXTS = ['Name', 'Description'] as const
const SUFFIXES = ['Ru', 'Zh', 'Tr', 'Pt', 'Ja'] as const

describe('the catalogue of the demo pack', () => {
  let platform: SimulatedPlatform
  let store: TestStore
  let server: TestServer
  let player: Player
  beforeAll(async () => {
    platform = await startSimulatedPlatform()
    store = await createTestStore('postgres')
    server = await startTestServer({
      store,
      environment: { PLATFORM_SIM_PORT: new URL(platform.url).port, CONTENT_DIR: DEMO_PACK },
    })
    player = await Player.signIn(server)
  })
  afterAll(async () => {
    await server.close()
    await store.remove()
    await platform.close()
  })

  const read = (body: object) => player.call('POST /v2/get-all-items', body)

  it.each(LANGUAGES)('contains only the texts in %s, with English for empty names', async (language) => {
    const whole = await read({})
    const { version, items } = await read({ language })
    expect([version, items?.length]).toEqual([whole.version, whole.items?.length])
    for (const [index, item] of (items ?? []).entries()) {
      const full = whole.items?.[index]
      for (const text of TEXTS)
        for (const suffix of SUFFIXES) {
          const isOwn = suffix.toLowerCase() === language
          expect(item[`${text}${suffix}`]).toBe(isOwn ? full?.[`${text}${suffix}`] : '')
        }
      expect([item.Name, item.Tags, item.Bundle, item.CanSell]).toEqual([
        full?.Name,
        full?.Tags,
        full?.Bundle,
        full?.CanSell,
      ])
      expect(item.Description === full?.Description || item.Description === '').toBe(true)
    }
  })

  it('names every tag that an item carries, in the requested language or in all', async () => {
    const [whole, turkish] = [await read({}), await read({ language: 'tr' })]
    const carried = new Set(whole.items?.flatMap(({ Tags }) => Tags))
    expect(new Set(whole.tags.map(({ tag }) => tag))).toEqual(carried)
    const oreIn = ({ tags }: typeof whole) => tags.find(({ tag }) => tag === 'family:ore')?.names
    expect(Object.keys(oreIn(whole) ?? {}).toSorted()).toEqual([...LANGUAGES].toSorted())
    expect(oreIn(turkish)).toEqual({ tr: 'Cevherler' })
  })

  it('is not sent again to a client that has its version, in any language', async () => {
    const { version } = await read({ language: 'ja' })
    expect(await read({ known_version: version, language: 'ja' })).toEqual({
      version,
      items: null,
      tags: [],
      pictures: [],
    })
  })

  it('refers to existing pictures, several per file and cached forever', async () => {
    const { items } = await read({})
    const addresses = new Set((items ?? []).map(({ IconUrl }) => IconUrl.split('#')[0] ?? ''))
    expect(addresses.size).toBeGreaterThan(10)
    for (const address of addresses) {
      const response = await fetch(server.url + address)
      const svg = await response.text()
      expect([address, response.status, response.headers.get('content-type')]).toEqual([address, 200, 'image/svg+xml'])
      expect(response.headers.get('cache-control')).toContain('immutable')
      for (const { IconUrl } of (items ?? []).filter((item) => item.IconUrl.startsWith(`${address}#`)))
        expect(svg).toContain(`id="${IconUrl.split('#')[1]}"`)
    }
    expect((await fetch(`${server.url}/sprite/9999.svg`)).status).toBe(404)
  })
})
