import { afterEach, expect, it } from 'vitest'
import { findFreePort } from '../../apps/server/tests/support/free-port.ts'
import { order, serveMarket } from '../../apps/server/tests/support/market-server.ts'
import { ServerClient } from '../../apps/server/tests/support/server-client.ts'
import { runExample, type Example } from './run-example.ts'

const { server, newItem, newPlayer } = serveMarket('pglite')
const running: Example[] = []

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill()
    await ended
  }
})

async function start(path: string, environment: Readonly<Record<string, string>> = {}): Promise<Example> {
  const example = runExample(path, { CLUTCH: server().url, PORT: String(await findFreePort()), ...environment })
  running.push(example)
  return example
}

/** A trade of an item that nobody traded before. */
async function trade(item: number): Promise<void> {
  const [seller, buyer] = [await newPlayer(0, { [item]: 9 }), await newPlayer(5_000)]
  await seller.call('POST /marketplace/create-sell-lot', order(item, 70, 5))
  await buyer.call('POST /marketplace/buy-lot', order(item, 70, 2))
}

it('webhook-receiver creates its endpoint, handles events, and rejects forged ones', async () => {
  const { secret: KEY } = await ServerClient.open(server())
  const receiver = await start('webhook-receiver/webhook-receiver.ts', { KEY })
  const [, address = ''] = await receiver.waitFor(/Receiving webhooks at (\S+)/)
  const item = newItem()
  await trade(item)
  await receiver.waitFor(new RegExp(`^2 of item #${item} sold$`, 'm'))
  const forged = await fetch(address, {
    method: 'POST',
    body: '{"type":"trade.executed","data":{}}',
    headers: { 'webhook-id': '1', 'webhook-timestamp': '1795000000', 'webhook-signature': 'v1,Zm9yZ2Vk' },
  })
  expect(forged.status).toBe(401)
  expect(receiver.printed()).toMatch(/^WEBHOOK_SECRET=whsec_/m)
})

it('spreadsheet serves all prices as CSV', async () => {
  const item = newItem()
  await trade(item)
  const example = await start('spreadsheet/prices-csv.ts')
  const [, address = ''] = await example.waitFor(/Prices at (\S+)/)
  const response = await fetch(address)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [header, ...rows] = (await response.text()).split('\r\n')
  expect(header).toBe('"item_id","name","buy","sell","last_price","fair_price","change_24h","volume_24h"')
  const row = rows.find((each) => each.startsWith(`${item},`))
  expect(row).toBe(`${item},"Good ${item - 1_000}",,70,70,,,2`)
})
