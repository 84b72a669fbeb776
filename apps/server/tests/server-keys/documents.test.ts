import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { readBlocks } from '../support/document-blocks.ts'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { newSteamId } from '../support/player.ts'
import { ServerClient } from '../support/server-client.ts'

const run = promisify(execFile)
/** An error response makes a command fail. */
const FAIL_ON_ERRORS = 'set -euo pipefail; curl() { command curl -sS --fail-with-body "$@"; }\n'

const { server, newPlayer } = serveMarket('postgres')
const environment: Record<string, string> = { STEAM_ID: newSteamId() }

beforeAll(async () => {
  const game = await ServerClient.open(server())
  Object.assign(environment, { CLUTCH: server().url, KEY: game.secret })
  await game.post(environment['STEAM_ID'] ?? '', 'start', { coins: 1, create_player: true })
  const [seller, buyer] = [await newPlayer(0, { [FIRST_ITEM_ID]: 9 }), await newPlayer(5_000)]
  // The documented reader has read everything until now, and the next event of its types is a trade.
  environment['NEXT'] = (await game.call('GET /events', { query: { limit: '1000' } })).next
  await buyer.call('POST /marketplace/create-buy-lot', order(FIRST_ITEM_ID, 60, 1))
  await seller.call('POST /marketplace/create-sell-lot', order(FIRST_ITEM_ID, 70, 9))
  await buyer.call('POST /marketplace/buy-lot', order(FIRST_ITEM_ID, 70, 2))
})

describe.each(['docs/integration.md', 'docs/public-api.md'])('%s', (path) => {
  const blocks = readBlocks(path)
  const commands = blocks.flatMap((block, index) => (block.language === 'sh' ? [{ ...block, index }] : []))

  it('has commands', () => expect(commands).not.toEqual([]))

  it.each(commands)('the command in "$heading" works and answers as documented', async ({ text, index }) => {
    const { stdout } = await run('bash', ['-c', FAIL_ON_ERRORS + text], { env: { ...process.env, ...environment } })
    const answer: unknown = JSON.parse(stdout)
    const next = blocks[index + 1]
    const documented: unknown = next?.language === 'json' ? JSON.parse(next.text) : {}
    expect(differences(answer, documented)).toEqual([])
    // The next commands continue with what this one answered.
    const version: unknown = Reflect.get(Object(answer), 'version')
    if (typeof version === 'number') environment['VERSION'] = String(version)
  })
})

/** Paths of documented fields that a value does not have, or not of that kind. `…` marks omissions. */
function differences(value: unknown, documented: unknown, path = ''): string[] {
  if (kindOf(value) !== kindOf(documented)) return [path]
  if (Array.isArray(documented)) {
    return Array.isArray(value) && documented.length > 0 ? differences(value[0], documented[0], `${path}[0]`) : []
  }
  if (kindOf(documented) !== 'object') return []
  return Object.entries(Object(documented)).flatMap(([name, field]) =>
    name === '…' ? [] : differences(Reflect.get(Object(value), name), field, `${path}.${name}`),
  )
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}
