import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readBlocks } from '../../../apps/server/tests/support/document-blocks.ts'
import { FIRST_ITEM_ID } from '../../../apps/server/tests/support/make-pack.ts'
import { order, serveMarket } from '../../../apps/server/tests/support/market-server.ts'
import { newSteamId } from '../../../apps/server/tests/support/player.ts'
import { ServerClient } from '../../../apps/server/tests/support/server-client.ts'
import { buildClient, DIST } from '../build.ts'

/** What the examples of the README print, by heading. */
const PRINTED: Readonly<Record<string, readonly RegExp[]>> = {
  'Granting items': [/^Granted: the player has \d+ coins$/m],
  'Reading the event log': [/^\d{15}-\d{12} 7656\d+ quest_drop$/m],
  'Public market data': [new RegExp(`^${FIRST_ITEM_ID} undefined 70$`, 'm'), /^prices \d+$/m],
  'Acting as a player': [/^\d+ kinds of items$/m],
  'Following a player': [/^connected: fetch what you show$/m],
}
/** Finds the system's Node, which may be older than that of the project. */
const SYSTEM_PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)
/** Inside the built package, so that the examples import it and not its source. */
const FOLDER = join(DIST, 'readme')

const VERIFYING = 'Verifying webhooks'

const { server, newPlayer } = serveMarket('pglite')
const scripts = readBlocks('packages/client/README.md').filter(({ language }) => language === 'js')
const blocks = scripts.filter(({ heading }) => heading !== VERIFYING)
let environment: Record<string, string>

beforeAll(async () => {
  buildClient()
  mkdirSync(FOLDER, { recursive: true })
  const seller = await newPlayer(0, { [FIRST_ITEM_ID]: 9 })
  await seller.call('POST /marketplace/create-sell-lot', order(FIRST_ITEM_ID, 70, 2))
  const { secret } = await ServerClient.open(server())
  environment = {
    CLUTCH: server().url,
    KEY: secret,
    STEAM_ID: newSteamId(),
    PLAYER_KEY: seller.token,
    ACCESS_TOKEN: seller.token,
  }
})
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

it('every example of the README has an expected output', () => {
  const counts = Object.fromEntries(Object.entries(PRINTED).map(([heading, { length }]) => [heading, length]))
  const found: Record<string, number> = {}
  for (const { heading } of blocks) found[heading] = (found[heading] ?? 0) + 1
  expect(found).toEqual(counts)
})

it.each(blocks.map((block, index) => ({ ...block, index })))(
  'the example of the README in "$heading" ($index) works with the built package',
  async ({ heading, text, index }) => {
    const file = join(FOLDER, `${index}.js`)
    writeFileSync(file, text)
    // Node 20 has no WebSocket.
    const node = text.includes('readLive') ? process.execPath : 'node'
    const child = spawn(node, [file], { env: { ...process.env, ...environment, PATH: SYSTEM_PATH }, stdio: 'pipe' })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
    const ofHeading = blocks.slice(0, index).filter((each) => each.heading === heading).length
    const expected = PRINTED[heading]?.[ofHeading]
    if (expected === undefined) throw new Error(`No output is expected of ${heading}`)
    // Some of them never end.
    await expect.poll(() => printed).toMatch(expected)
    child.kill()
  },
)

it('the example of the README in "Verifying webhooks" accepts a signed message, and no other', async () => {
  const file = join(FOLDER, 'receive.js')
  writeFileSync(file, scripts.find(({ heading }) => heading === VERIFYING)?.text ?? '')
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  vi.stubEnv('WEBHOOK_SECRET', secret)
  const { receive } = (await import(pathToFileURL(file).href)) as { receive: (request: Request) => Promise<Response> }
  const body = '{"type":"economy.resumed","timestamp":"2026-11-18T11:06:40.000Z","data":{}}'
  const at = new Date()
  const send = (signature: string) =>
    receive(
      new Request('http://localhost/clutch', {
        method: 'POST',
        body,
        headers: {
          'webhook-id': '1',
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': signature,
        },
      }),
    )
  const log = vi.spyOn(console, 'log').mockReturnValue()
  expect((await send(new Webhook(secret).sign('1', at, body))).status).toBe(204)
  expect(log).toHaveBeenCalledWith('1', 'economy.resumed', {})
  log.mockRestore()
  await expect(send('v1,Zm9yZ2Vk')).rejects.toThrow('No matching signature found')
  vi.unstubAllEnvs()
})
