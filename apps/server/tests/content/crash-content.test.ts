import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CallBody, CallResponse } from '@clutch/contract'
import { afterEach, expect, it } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { share } from '../support/crash-chance.ts'
import { CHATTERS_ARE_ADMINS } from '../support/crash-chat.ts'
import { CRASH_TIMEOUT_MS, endServers, startUnderLoad } from '../support/crash-scenario.ts'
import type { LoadServer } from '../support/load-server.ts'
import { makePack } from '../support/make-pack.ts'
import { createTestStore, STORE_KINDS } from '../support/stores.ts'

const KILLS = Number(process.env['CRASH_KILLS'] ?? 3)
/** A load takes some tens of milliseconds: kills fall before, into and after its commit. */
const KILL_WITHIN_MS = 80
const NAMES = ['one', 'two'] as const

afterEach(endServers)

type Load = CallBody<'POST /admin/load-content'>

async function ask<Answer>({ url, tokens }: LoadServer, path: string, body: object): Promise<Answer> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[0]}` },
    body: JSON.stringify(body),
  })
  expect({ path, status: response.status, answer: await response.clone().text() }).toMatchObject({ status: 200 })
  return (await response.json()) as Answer
}

/** Two packs that differ from the one the server starts with, and from each other. */
function makePacks(own: string): string {
  const packs = mkdtempSync(join(tmpdir(), 'clutch-packs-'))
  for (const name of NAMES) {
    cpSync(own, join(packs, name), { recursive: true })
    const file = join(packs, name, 'pack.json')
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), version: name }))
  }
  return packs
}

it.each(STORE_KINDS)(
  'a server killed while it loads content runs exactly one of the two, and the new one after a repeated call, on %s',
  async (kind) => {
    const store = await createTestStore(kind)
    const own = makePack({ items: 5, starterCoins: 10, starterCount: 1, roulette: true })
    const packs = makePacks(own)
    const environment = {
      CONTENT_DIR: own,
      CONTENT_PACKS_DIR: packs,
      LOAD_PLAYERS: '1',
      ...CHATTERS_ARE_ADMINS,
      ...store.environment,
    }
    const digests = new Map<string, string>()
    let doubtful: Load | undefined
    let number = 1
    const confirm = async (server: LoadServer): Promise<void> => {
      const { loaded } = await ask<CallResponse<'POST /admin/content'>>(server, '/admin/content', {})
      if (doubtful === undefined) return
      expect([number, number + 1]).toContain(loaded.number)
      expect(loaded.number === number + 1).toBe(loaded.digest === doubtful.digest)
      const again = await ask<CallResponse<'POST /admin/load-content'>>(server, '/admin/load-content', doubtful)
      number += 1
      expect(again.loaded).toMatchObject({ number, digest: doubtful.digest })
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startUnderLoad(environment)
      await confirm(server)
      const folder = NAMES[kill % NAMES.length] ?? 'one'
      if (!digests.has(folder)) {
        const { pack } = await ask<CallResponse<'POST /admin/check-content'>>(server, '/admin/check-content', {
          folder,
        })
        digests.set(folder, pack?.digest ?? '')
      }
      const load: Load = {
        folder,
        digest: digests.get(folder) ?? '',
        compared_with: number,
        reason: 'crash',
        idempotency_key: randomUUID(),
      }
      doubtful = load
      const answer = ask(server, '/admin/load-content', load).catch(() => undefined)
      await wait(share() * KILL_WITHIN_MS)
      server.child.kill('SIGKILL')
      await Promise.all([once(server.child, 'exit'), answer])
    }
    const last = await startUnderLoad(environment)
    await confirm(last)
    last.child.kill('SIGTERM')
    await once(last.child, 'exit')

    const opened = await store.open()
    const rows = await opened.db.selectFrom('content_version').select('version').orderBy('version').execute()
    expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: KILLS + 1 }, (_, index) => index + 1))
    const done = await opened.db
      .selectFrom('audit_log')
      .select('audit_id')
      .where('action', '=', 'content.load')
      .where('outcome', '=', 'done')
      .execute()
    expect(done).toHaveLength(KILLS)
    expect(await checkIntegrity(opened.db, AREAS)).toEqual([])
    await opened.close()
    await store.remove()
    for (const folder of [own, packs]) rmSync(folder, { recursive: true, force: true })
  },
  CRASH_TIMEOUT_MS,
)
