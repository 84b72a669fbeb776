import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServerClient } from '../support/server-client.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url))
/** `clk_`, ten characters of id, 43 of secret and six of checksum. */
const KEY = /clk_(\w{10})_\w{43}_\w{6}/

describe.each(STORE_KINDS)('npm run server-key on %s', (kind) => {
  let store: TestStore
  let server: TestServer
  const run = async (tool: string, ...args: string[]): Promise<string> => {
    const options = { cwd: PROJECT, env: { ...process.env, ...store.environment } }
    return (await promisify(execFile)(process.execPath, [`tools/${tool}.ts`, ...args], options)).stdout
  }
  const create = () => run('server-key', 'create', '--name', 'quests', '--scopes', 'players:read,coins:grant')
  beforeAll(async () => {
    store = await createTestStore(kind)
    server = await startTestServer({ store })
  })
  afterAll(() => store.remove())

  it('creates, lists and revokes a key while the server runs', async () => {
    const [secret = '', id = ''] = KEY.exec(await create()) ?? []
    const game = new ServerClient(server.url, secret)
    expect((await game.call('GET /players')).players).toEqual([])
    expect(await run('server-key', 'list')).toMatch(new RegExp(`^${id} {2}quests {2}players:read,coins:grant {2}`))
    expect(await run('server-key', 'revoke', id)).toBe(`Revoked ${id} (quests).\n`)
    await expect.poll(async () => (await game.send('GET /players')).status).toBe(401)
    const { db } = server.server.context.store
    const rows = await db.selectFrom('audit_log').select(['action', 'actor_name']).orderBy('audit_id').execute()
    expect(rows).toEqual(
      ['server_key.create', 'server_key.revoke'].map((action) => ({ action, actor_name: 'npm run server-key' })),
    )
  })

  it('says what is wrong', async () => {
    await expect(run('server-key', 'revoke', 'nobody')).rejects.toMatchObject({ code: 1, stderr: 'No key nobody\n' })
    for (const args of [
      ['create', '--scopes', 'everything'],
      ['list', '--all'],
    ]) {
      await expect(run('server-key', ...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/\w/) })
    }
  })

  it.runIf(kind === 'pglite')('backs up through the running server, too', async () => {
    expect(await run('backup', '--no-check')).toMatch(/^Backed up to .+\n$/)
  })

  it('works while no server runs', async () => {
    await server.close()
    expect(await create()).toMatch(KEY)
    expect((await run('server-key', 'list')).trim().split('\n')).toHaveLength(2)
  })
})
