import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { platformInventories } from './inventory-service.ts'

/** Lists the inventory of a platform that responds with this body. */
async function listOf(body: string) {
  const platform = createServer((_request, response) => response.setHeader('x-eresult', '1').end(body))
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
  const { port } = platform.address() as AddressInfo
  const inventories = platformInventories({
    apiUrl: `http://127.0.0.1:${port}`,
    openIdUrl: '',
    apiKey: 'key',
    appId: 1,
    dlcAppIds: new Map(),
    isSimulated: true,
  })
  try {
    return await inventories.list('76561198000000001', AbortSignal.timeout(60_000))
  } finally {
    platform.closeAllConnections()
    platform.close()
  }
}

/** A stack in the platform's format, about 300 characters. */
function stack(id: number) {
  const filler = {
    originalitemid: String(id),
    state: 'x'.repeat(120),
    acquired: '20261128T000000Z',
    origin: 'external',
  }
  return { accountid: '76561198000000001', itemid: String(id), quantity: 1, itemdefid: 2_001, ...filler }
}

it('an inventory of 20,000 stacks is read completely', async () => {
  const stacks = Array.from({ length: 20_000 }, (_, id) => stack(id + 1))
  const listed = await listOf(JSON.stringify({ response: { item_json: JSON.stringify(stacks) } }))
  expect(listed.kind).toBe('done')
  expect(listed.kind === 'done' && listed.value.length).toBe(20_000)
  expect(listed.kind === 'done' && listed.value.at(-1)).toEqual({ stackId: '20000', itemId: 2_001, count: 1 })
})

it('an inventory beyond the limit leaves the outcome open instead of filling the memory', async () => {
  const listed = await listOf(JSON.stringify({ response: { item_json: 'x'.repeat(33 * 1_024 * 1_024) } }))
  expect(listed.kind).toBe('ambiguous')
})
