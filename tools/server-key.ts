import { parseArgs } from 'node:util'
import { serverKeyTerms, type ServerKey } from '@clutch/contract'
import { DAY_SEC, SECOND_MS, toSeconds } from '@clutch/contract/formats'
import { WORLD } from '@clutch/economy'
import { createServerKey, listServerKeys, revokeServerKey } from '../apps/server/src/areas/server-keys/manage-keys.ts'
import { openServerStore } from '../apps/server/src/backup/run-backups.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { createLogger } from '../apps/server/src/logger.ts'
import { writeAuditRow, type AuditSubject } from '../apps/server/src/store/audit-log.ts'
import type { Store } from '../apps/server/src/store/store.ts'

/** `npm run server-key -- create|list|revoke`: manages keys of the game's servers on the machine itself. */
const USAGE = `Usage:
  npm run server-key -- create --name NAME --scopes SCOPE,SCOPE [--networks CIDR,CIDR] [--days DAYS]
                               [--coins COINS_PER_DAY] [--units UNITS_PER_ITEM_AND_DAY] [--test]
  npm run server-key -- list
  npm run server-key -- revoke ID`
const OWN_FILES_ONLY = 0o077
process.umask(OWN_FILES_ONLY)

const OPERATOR = {
  userId: WORLD,
  name: 'npm run server-key',
  role: 'admin',
  sessionId: null,
  address: 'local',
  requestId: '',
} as const

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    scopes: { type: 'string', default: '' },
    networks: { type: 'string', default: '' },
    days: { type: 'string' },
    coins: { type: 'string' },
    units: { type: 'string' },
    test: { type: 'boolean', default: false },
  },
})
const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const [verb, id = ''] = positionals
if (verb === 'create') await withStore(create)
else if (verb === 'list') await withStore(list)
else if (verb === 'revoke' && id !== '') await withStore(revoke)
else exit(USAGE)

async function create({ db }: Store): Promise<void> {
  const parsed = serverKeyTerms.safeParse({
    name: values.name,
    scopes: split(values.scopes),
    networks: split(values.networks),
    expires_at: values.days === undefined ? null : toSeconds(Date.now()) + Number(values.days) * DAY_SEC,
    ceilings: { coins: toLimit(values.coins), units_per_item: toLimit(values.units) },
    test: values.test,
  })
  if (!parsed.success)
    return exit(
      `${parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n')}\n${USAGE}`,
    )
  const { key, secret } = await db.transaction().execute(async (trx) => {
    const created = await createServerKey(trx, parsed.data, OPERATOR.name)
    await writeAuditRow(trx, subjectOf('server_key.create', created.key.id), { outcome: 'done', after: parsed.data })
    return created
  })
  console.log(`Created key ${key.id}. Store it now, it is not shown again:\n${secret}`)
}

async function list({ db }: Store): Promise<void> {
  const keys = await listServerKeys(db)
  for (const key of keys) console.log(describe(key))
  if (keys.length === 0) console.log('No keys.')
}

async function revoke({ db }: Store): Promise<void> {
  const key = await db.transaction().execute(async (trx) => {
    const revoked = await revokeServerKey(trx, id)
    if (revoked !== undefined) await writeAuditRow(trx, subjectOf('server_key.revoke', id), { outcome: 'done' })
    return revoked
  })
  if (key === undefined) return exit(`No key ${id}`)
  console.log(`Revoked ${key.id} (${key.name}).`)
}

function describe({ id: keyId, name, scopes, last_used_at, revoked_at, expires_at }: ServerKey): string {
  const used = last_used_at === null ? 'never used' : `last used ${toDate(last_used_at)}`
  const ends = expires_at === null ? 'does not expire' : `expires ${toDate(expires_at)}`
  const state = revoked_at === null ? ends : `revoked ${toDate(revoked_at)}`
  return `${keyId}  ${name}  ${scopes.join(',')}  ${used}  ${state}`
}

function subjectOf(action: AuditSubject['action'], target: string): AuditSubject {
  return { operator: OPERATOR, action, target, reason: '', idempotencyKey: undefined }
}

async function withStore(use: (store: Store) => Promise<void>): Promise<void> {
  if (!read.ok) return
  const store = await openServerStore(read.config, createLogger('warn', process.stderr))
  try {
    await use(store)
  } finally {
    await store.close()
  }
}

function split(list: string): string[] {
  return list.split(',').filter((part) => part !== '')
}

function toLimit(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

function toDate(atSec: number): string {
  return new Date(atSec * SECOND_MS).toISOString()
}

function exit(message: string): void {
  console.error(message)
  process.exitCode = 1
}
