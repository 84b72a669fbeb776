import { BlockList, isIPv6 } from 'node:net'
import { SERVER_KEY_SCOPES, type ErrorCode, type ServerKeyScope } from '@clutch/contract'
import { DAY_MS } from '@clutch/contract/formats'
import { fail, succeed, type Ceilings, type Result } from '@clutch/economy'
import { sql, type Generated, type Kysely, type Selectable } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../store/database.ts'
import { RepeatedWork } from '../repeated-work.ts'
import { KeyCache } from './key-cache.ts'
import { parseKey } from './key-text.ts'

declare module '../store/database.ts' {
  interface Database {
    server_key: ServerKeyTable
    server_key_use: ServerKeyUseTable
  }
}

/** A key of a machine of the studio (integration §1). */
export interface ServerKeyTable {
  /** The actor of the key's operations, a version 7 UUID. */
  key_id: string
  /** The id in the key's text. */
  public_id: string
  name: string
  scopes: string[]
  networks: string[]
  is_test: boolean
  /** Per UTC day; null without a limit. */
  coins_ceiling: number | null
  units_ceiling: number | null
  /** SHA-256 of the secret, as hexadecimal digits. */
  secret_hash: string
  created_at_ms: number
  created_by: string
  expires_at_ms: number | null
  last_used_at_ms: Generated<number | null>
  revoked_at_ms: Generated<number | null>
}

type StoredKey = Selectable<ServerKeyTable>

interface ServerKeyUseTable {
  key_id: string
  /** Days since 1970, UTC. */
  day: number
  calls: number
}

/** A key that has been verified. */
export interface ServerKey {
  readonly keyId: string
  readonly publicId: string
  readonly name: string
  readonly scopes: ReadonlySet<ServerKeyScope>
  readonly ceilings: Ceilings
}

/** How often uses are stored. */
const FLUSH_MS = 5_000

export interface ServerKeysOptions {
  readonly db: Kysely<Database>
  /** Whether the server runs on the simulated platform, where test keys work. */
  readonly isSimulated: boolean
  readonly log: Logger
  readonly nowMs?: (() => number) | undefined
}

/** Verifies keys of the game's servers and counts their use. */
export class ServerKeys {
  readonly #options: ServerKeysOptions
  readonly #cache: KeyCache<StoredKey>
  /** Calls since the last flush, by key. */
  #uses = new Map<string, number>()
  readonly #flushing: RepeatedWork

  constructor(options: ServerKeysOptions) {
    this.#options = options
    this.#cache = new KeyCache(
      (publicId) =>
        options.db.selectFrom('server_key').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
      () => this.#nowMs(),
    )
    this.#flushing = new RepeatedWork({
      everyMs: FLUSH_MS,
      run: () => this.flush(),
      onFailure: (error) => options.log.error({ err: error }, 'storing uses of server keys failed'),
    })
    this.#flushing.start()
  }

  /** @throws when the store is unavailable */
  async verify(text: string, address: string): Promise<Result<ServerKey, ErrorCode>> {
    const parsed = parseKey('clk', text)
    const row = parsed && (await this.#cache.find(parsed))
    const isUsable = row?.revoked_at_ms === null && (!row.is_test || this.#options.isSimulated)
    if (row === undefined || !isUsable) return fail('invalid_key')
    if (!isAllowed(address, row.networks)) return fail('network_not_allowed')
    this.#uses.set(row.key_id, (this.#uses.get(row.key_id) ?? 0) + 1)
    return succeed(toServerKey(row))
  }

  /** Whether the key is verified although its network has sent too many unusable ones. */
  isKnown(text: string): boolean {
    const parsed = parseKey('clk', text)
    return parsed !== undefined && this.#cache.hasFound(parsed)
  }

  /** Stores the uses counted so far. */
  async flush(): Promise<void> {
    const uses = this.#uses
    if (uses.size === 0) return
    this.#uses = new Map()
    const nowMs = this.#nowMs()
    const keyIds = [...uses.keys()]
    const { db } = this.#options
    try {
      await db.transaction().execute(async (trx) => {
        await sql`insert into server_key_use (key_id, day, calls)
          select key_id, ${Math.floor(nowMs / DAY_MS)}::integer, calls
          from unnest(${keyIds}::uuid[], ${[...uses.values()]}::bigint[]) as row (key_id, calls) order by key_id
          on conflict (key_id, day) do update set calls = server_key_use.calls + excluded.calls`.execute(trx)
        await sql`update server_key set last_used_at_ms = greatest(last_used_at_ms, ${nowMs}::bigint)
          where key_id = any(${keyIds}::uuid[])`.execute(trx)
      })
    } catch (error) {
      for (const [keyId, calls] of uses) this.#uses.set(keyId, (this.#uses.get(keyId) ?? 0) + calls)
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#flushing.stop()
    await this.#flushing.runNow()
  }

  #nowMs(): number {
    return this.#options.nowMs?.() ?? Date.now()
  }
}

const IPV4_IN_IPV6 = /^::ffff:(?=\d+\.)/i

/** Whether an address is in one of the networks; any is, if none are named. */
export function isAllowed(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  const allowed = new BlockList()
  for (const network of networks) {
    const [base = '', bits = ''] = network.split('/')
    allowed.addSubnet(base, Number(bits), isIPv6(base) ? 'ipv6' : 'ipv4')
  }
  const plain = address.replace(IPV4_IN_IPV6, '')
  return allowed.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

function toServerKey(row: StoredKey): ServerKey {
  return {
    keyId: row.key_id,
    publicId: row.public_id,
    name: row.name,
    scopes: new Set(SERVER_KEY_SCOPES.filter((scope) => row.scopes.includes(scope))),
    ceilings: { coins: row.coins_ceiling ?? undefined, unitsPerItem: row.units_ceiling ?? undefined },
  }
}
