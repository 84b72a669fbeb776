import {
  KEY_USES_LISTED,
  PLAYER_KEY_SCOPES,
  RATE_LIMITS,
  type PlayerKeyScope,
  type PlayerKeySetting,
} from '@clutch/contract'
import { sql, type Generated, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { v7 } from 'uuid'
import type { AccessClaims, KeyUse } from '../http/access.ts'
import { Budgets } from '../http/budgets.ts'
import type { Database } from '../store/database.ts'
import { RepeatedWork } from '../repeated-work.ts'
import { KeyCache } from './key-cache.ts'
import { parseKey } from './key-text.ts'

declare module '../store/database.ts' {
  interface Database {
    player_key: PlayerKeyTable
    player_key_use: PlayerKeyUseTable
  }
}

/** A player's own key (integration §5). */
export interface PlayerKeyTable {
  key_id: string
  /** The id in the key's text. */
  public_id: string
  user_id: string
  name: string
  scopes: string[]
  /** SHA-256 of the secret, as hexadecimal digits. */
  secret_hash: string
  created_at_ms: number
  expires_at_ms: number | null
  last_used_at_ms: Generated<number | null>
}

interface PlayerKeyUseTable {
  key_id: string
  /** A version 7 UUID, so that uses are ordered by time. */
  use_id: string
  at_ms: number
  call: string
  status: number
  address: string
}

interface StoredKey extends Omit<PlayerKeyTable, 'last_used_at_ms'> {
  readonly banned_until_ms: number
}

/** Attempts with an unusable key per network and window: each may cost a look-up. */
const REJECTED = { ...RATE_LIMITS.command, max: 100 }
/** How often uses are stored. */
const FLUSH_MS = 2_000

export interface PlayerKeysOptions {
  readonly db: Kysely<Database>
  /** What the game allows now. */
  readonly setting: () => PlayerKeySetting
  readonly log: Logger
  /** Multiplies the limit of unusable keys; 1 in production. */
  readonly rateLimitFactor: number
}

/** The scopes that keys can have in a game. */
export function allowedScopes(setting: PlayerKeySetting): readonly PlayerKeyScope[] {
  if (setting === 'off') return []
  return setting === 'trade' ? PLAYER_KEY_SCOPES : PLAYER_KEY_SCOPES.filter((scope) => scope !== 'market:trade')
}

/** Whether a bearer token claims to be a player's key. */
export function isPlayerKey(token: string): boolean {
  return token.startsWith('clp_')
}

/** Verifies players' own keys and records their uses. */
export class PlayerKeys {
  readonly #options: PlayerKeysOptions
  readonly #cache: KeyCache<StoredKey>
  readonly #rejected: Budgets
  /** Uses since the last flush, by key; of each only those that will be listed. */
  #uses = new Map<string, (KeyUse & { readonly atMs: number })[]>()
  readonly #flushing: RepeatedWork

  constructor(options: PlayerKeysOptions) {
    this.#options = options
    this.#cache = new KeyCache((publicId) =>
      options.db
        .selectFrom('player_key')
        .innerJoin('player', 'player.user_id', 'player_key.user_id')
        .selectAll('player_key')
        .select('banned_until_ms')
        .where('public_id', '=', publicId)
        .executeTakeFirst(),
    )
    this.#rejected = new Budgets(REJECTED, options.rateLimitFactor)
    this.#flushing = new RepeatedWork({
      everyMs: FLUSH_MS,
      run: () => this.flush(),
      onFailure: (error) => options.log.error({ err: error }, 'storing uses of players’ keys failed'),
    })
    this.#flushing.start()
  }

  /**
   * @returns undefined for a key that is unknown, revoked or expired, of a banned player, or that the game does not allow
   * @throws when the store is unavailable
   */
  async verify(text: string, address: string): Promise<AccessClaims | undefined> {
    const caller = { claims: undefined, ip: address }
    const parsed = parseKey('clp', text)
    // Before the look-up, which guessed keys would otherwise cost.
    if (parsed === undefined) return undefined
    if (this.#rejected.charge(caller, 0).left <= 0 && !this.#cache.hasFound(parsed)) return undefined
    const row = await this.#cache.find(parsed)
    if (row === undefined || row.banned_until_ms > Date.now()) {
      this.#rejected.charge(caller, 1)
      return undefined
    }
    const scopes = allowedScopes(this.#options.setting()).filter((scope) => row.scopes.includes(scope))
    return { userId: row.user_id, sessionId: '', roles: [], key: { keyId: row.key_id, scopes: new Set(scopes) } }
  }

  /** Records a use, to be stored later. */
  noteUse(use: KeyUse): void {
    const uses = this.#uses.get(use.keyId) ?? []
    uses.push({ ...use, atMs: Date.now() })
    if (uses.length > KEY_USES_LISTED) uses.shift()
    this.#uses.set(use.keyId, uses)
  }

  /** Stores the uses recorded so far. Those of a key that was revoked in the meantime are dropped. */
  async flush(): Promise<void> {
    const uses = [...this.#uses.values()].flat()
    if (uses.length === 0) return
    this.#uses = new Map()
    const keyIds = [...new Set(uses.map(({ keyId }) => keyId))]
    await this.#options.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ key_id: string }>`update player_key set last_used_at_ms = ${Date.now()}
        where key_id = any(${keyIds}::uuid[]) returning key_id`.execute(trx)
      const known = new Set(rows.map(({ key_id }) => key_id))
      const stored = uses.filter(({ keyId }) => known.has(keyId))
      if (stored.length === 0) return
      await trx
        .insertInto('player_key_use')
        .values(
          stored.map(({ keyId, atMs, call, status, address }) => {
            return { key_id: keyId, use_id: v7(), at_ms: atMs, call, status, address }
          }),
        )
        .execute()
      await sql`delete from player_key_use as old where key_id = any(${keyIds}::uuid[]) and use_id < (
          select use_id from player_key_use where key_id = old.key_id
          order by use_id desc offset ${KEY_USES_LISTED - 1} limit 1
        )`.execute(trx)
    })
  }

  async close(): Promise<void> {
    await this.#flushing.stop()
    await this.#flushing.runNow()
  }
}
