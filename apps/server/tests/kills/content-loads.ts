import type { CallBody, CallResponse } from '@clutch/contract'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { share } from '../support/chance.ts'
import type { LoadServer } from '../support/load-server.ts'
import { ask, type KilledWork } from './killed-work.ts'

/** A load takes some tens of milliseconds: kills fall before, into and after its commit. */
const KILL_WITHIN_MS = 80
const NAMES = ['one', 'two'] as const

type Load = CallBody<'POST /admin/load-content'>

/** An operator loads content: exactly one of two versions runs, and the new one after a repeated call. */
export class ContentLoads implements KilledWork {
  #number = 1
  #started = 0
  #doubtful: Load | undefined

  /** Makes two packs that differ from the one the server starts with, and from each other. @returns their folder */
  static makePacks(own: string): string {
    const packs = mkdtempSync(join(tmpdir(), 'clutch-packs-'))
    for (const name of NAMES) {
      cpSync(own, join(packs, name), { recursive: true })
      const file = join(packs, name, 'pack.json')
      writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), version: name }))
    }
    return packs
  }

  async recover(server: LoadServer): Promise<void> {
    const { loaded } = await ask<CallResponse<'POST /admin/content'>>(server, '/admin/content', {})
    const load = this.#doubtful
    if (load === undefined) {
      expect(loaded.number).toBe(this.#number)
      return
    }
    const next = this.#number + 1
    expect([this.#number, next]).toContain(loaded.number)
    expect(loaded.number === next).toBe(loaded.digest === load.digest)
    const again = await ask<CallResponse<'POST /admin/load-content'>>(server, '/admin/load-content', load)
    expect(again.loaded).toMatchObject({ number: next, digest: load.digest })
    this.#number = next
    this.#doubtful = undefined
  }

  async provoke(server: LoadServer, recovered: Promise<unknown>): Promise<void> {
    await recovered
    const folder = NAMES[this.#started % NAMES.length] ?? 'one'
    this.#started += 1
    const checked = await ask<CallResponse<'POST /admin/check-content'>>(server, '/admin/check-content', { folder })
    const load: Load = {
      folder,
      digest: checked.pack?.digest ?? '',
      compared_with: this.#number,
      reason: 'crash',
      idempotency_key: randomUUID(),
    }
    this.#doubtful = load
    ask(server, '/admin/load-content', load).catch(() => undefined)
    await wait(share() * KILL_WITHIN_MS)
  }

  async check({ db }: Store): Promise<void> {
    const rows = await db.selectFrom('content_version').select('version').orderBy('version').execute()
    const versions = Array.from({ length: this.#started + 1 }, (_, index) => index + 1)
    expect(rows.map(({ version }) => version)).toEqual(versions)
    const done = await db
      .selectFrom('audit_log')
      .select('audit_id')
      .where('action', '=', 'content.load')
      .where('outcome', '=', 'done')
      .execute()
    expect(done).toHaveLength(this.#started)
  }
}
