import { parseArgs } from 'node:util'
import { serverKeyTerms, type ServerKey } from '@clutch/contract'
import { DAY_SEC, SECOND_MS, toSeconds } from '@clutch/contract/formats'
import { WORLD } from '@clutch/economy'
import type { Kysely } from 'kysely'
import { writeAuditRow, type AuditSubject } from '../../store/audit-log.ts'
import type { Database } from '../../store/database.ts'
import { createServerKey, listServerKeys, revokeServerKey } from './manage-keys.ts'

const USAGE = `Usage:
  npm run server-key -- create --name NAME --scopes SCOPE,SCOPE [--networks CIDR,CIDR] [--days DAYS]
                               [--coins COINS_PER_DAY] [--units UNITS_PER_ITEM_AND_DAY] [--test]
  npm run server-key -- list
  npm run server-key -- revoke ID`

const OPERATOR = {
  userId: WORLD,
  name: 'npm run server-key',
  role: 'admin',
  sessionId: null,
  address: 'local',
  requestId: '',
} as const

const OPTIONS = {
  name: { type: 'string' },
  scopes: { type: 'string', default: '' },
  networks: { type: 'string', default: '' },
  days: { type: 'string' },
  coins: { type: 'string' },
  units: { type: 'string' },
  test: { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof parse>['values']
const parse = (args: readonly string[]) => parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })

/**
 * Runs `npm run server-key -- create|list|revoke`.
 * @returns what it prints
 * @throws when the arguments are wrong or the store is unavailable
 */
export async function runKeyCommand(db: Kysely<Database>, args: readonly string[]): Promise<string> {
  const { positionals, values } = parse(args)
  const [verb, id = ''] = positionals
  if (verb === 'create') return create(db, values)
  if (verb === 'list') return list(db)
  if (verb === 'revoke' && id !== '') return revoke(db, id)
  throw new Error(USAGE)
}

async function create(db: Kysely<Database>, values: Values): Promise<string> {
  const parsed = serverKeyTerms.safeParse({
    name: values.name,
    scopes: split(values.scopes),
    networks: split(values.networks),
    expires_at: values.days === undefined ? null : toSeconds(Date.now()) + Number(values.days) * DAY_SEC,
    ceilings: { coins: toLimit(values.coins), units_per_item: toLimit(values.units) },
    test: values.test,
  })
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error([...problems, USAGE].join('\n'))
  }
  const { key, secret } = await db.transaction().execute(async (trx) => {
    const created = await createServerKey(trx, parsed.data, OPERATOR.name)
    await writeAuditRow(trx, subjectOf('server_key.create', created.key.id), { outcome: 'done', after: parsed.data })
    return created
  })
  return `Created key ${key.id}. Store it now, it is not shown again:\n${secret}`
}

async function list(db: Kysely<Database>): Promise<string> {
  const keys = await listServerKeys(db)
  return keys.length === 0 ? 'No keys.' : keys.map(describe).join('\n')
}

async function revoke(db: Kysely<Database>, id: string): Promise<string> {
  const key = await db.transaction().execute(async (trx) => {
    const revoked = await revokeServerKey(trx, id)
    if (revoked !== undefined) await writeAuditRow(trx, subjectOf('server_key.revoke', id), { outcome: 'done' })
    return revoked
  })
  if (key === undefined) throw new Error(`No key ${id}`)
  return `Revoked ${key.id} (${key.name}).`
}

function describe({ id, name, scopes, last_used_at, revoked_at, expires_at }: ServerKey): string {
  const used = last_used_at === null ? 'never used' : `last used ${toDate(last_used_at)}`
  const ends = expires_at === null ? 'does not expire' : `expires ${toDate(expires_at)}`
  const state = revoked_at === null ? ends : `revoked ${toDate(revoked_at)}`
  return `${id}  ${name}  ${scopes.join(',')}  ${used}  ${state}`
}

function subjectOf(action: AuditSubject['action'], target: string): AuditSubject {
  return { operator: OPERATOR, action, target, reason: '', idempotencyKey: undefined }
}

function split(text: string): string[] {
  return text.split(',').filter((part) => part !== '')
}

function toLimit(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

function toDate(atSec: number): string {
  return new Date(atSec * SECOND_MS).toISOString()
}
