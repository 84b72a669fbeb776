import { DEFAULT_PROFILE_LANGUAGE, LANGUAGES, type Language } from '@clutch/contract'
import { asUserId, COINS, WORLD, type UserId } from '@clutch/economy'
import { v7 } from 'uuid'
import type { AuditSubject } from '../../store/audit-log.ts'
import type { Store } from '../../store/store.ts'
import { isBeingDeleted } from '../account/deletion-requests.ts'
import type { CommandPort } from '../../writer/submission.ts'

/** A player's account data. */
export interface Player {
  readonly userId: string
  readonly steamId: string
  readonly name: string
  readonly lang: Language
  readonly coins: number
  /** Role assigned in the database; use `roleOf` for the effective one. */
  readonly role: string
}

export async function findPlayer(store: Store, userId: string): Promise<Player | undefined> {
  const row = await store.db
    .selectFrom('player')
    .leftJoin('balance', (join) => join.onRef('balance.user_id', '=', 'player.user_id').on('balance.asset', '=', COINS))
    .select(['player.user_id', 'steam_id', 'name', 'lang', 'free', 'role'])
    .where('player.user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const lang = LANGUAGES.find((language) => language === row.lang) ?? DEFAULT_PROFILE_LANGUAGE
  return { userId: row.user_id, steamId: row.steam_id, name: row.name, lang, coins: row.free ?? 0, role: row.role }
}

/** A player's name; undefined when there is no such player. */
export async function readName(store: Store, userId: string): Promise<string | undefined> {
  const row = await store.db.selectFrom('player').select('name').where('user_id', '=', userId).executeTakeFirst()
  return row?.name
}

/** The player of a platform account; undefined before its first sign-in. */
export async function findUserId(store: Pick<Store, 'db'>, steamId: string): Promise<string | undefined> {
  const row = await store.db.selectFrom('player').select('user_id').where('steam_id', '=', steamId).executeTakeFirst()
  return row?.user_id
}

/**
 * Finds the player of a platform account; the first sign-in registers one, with the starter pack (rules §13). The
 * platform id is the idempotency key, so concurrent first sign-ins register one player.
 * @returns undefined when the writer is unavailable
 */
export async function findOrRegisterPlayer(
  store: Store,
  writer: CommandPort,
  account: {
    readonly steamId: string
    readonly name: string
    readonly isNameConfirmed: boolean
    /** Owner of the referral link; ids that belong to no player are ignored. */
    readonly referrerId?: string | undefined
    /** The game's server creates the player, who has never signed in; the starter pack waits for that. */
    readonly isAwaited?: boolean
    /** Who registers the player; the player's own sign-in if undefined. */
    readonly by?: { readonly actorId: string; readonly audit: AuditSubject }
  },
): Promise<{ userId: string } | undefined> {
  const known = await findUserId(store, account.steamId)
  if (known !== undefined) return { userId: known }
  const referrerId = await findReferrer(store, account.referrerId)
  const register = (key: string) =>
    writer.submit<'register_player'>({
      command: {
        type: 'register_player',
        userId: asUserId(v7()),
        steamId: account.steamId,
        name: account.name,
        isNameConfirmed: account.isNameConfirmed,
        language: DEFAULT_PROFILE_LANGUAGE,
        referrerId,
        ...(account.isAwaited === true ? { isAwaited: true } : {}),
      },
      actorId: account.by === undefined ? WORLD : asUserId(account.by.actorId),
      ...(account.by === undefined ? {} : { audit: account.by.audit }),
      idempotency: { ownerId: WORLD, key, requestHash: 'register' },
    })
  let key = `register:${account.steamId}`
  for (;;) {
    const outcome = await register(key)
    if (!outcome.ok) return undefined
    const userId = outcome.value.user_id
    if (!(await isBeingDeleted(store.db, userId))) return { userId }
    // The outcome of the player whom this account had before, and who was deleted.
    key = `register:${account.steamId}:${userId}`
  }
}

/**
 * The owner of a referral link, in the stored spelling, which may differ from the link's; undefined for one who is being
 * deleted or does not exist.
 */
async function findReferrer(store: Store, userId: string | undefined): Promise<UserId | undefined> {
  if (userId === undefined || (await isBeingDeleted(store.db, userId))) return undefined
  const player = await findPlayer(store, userId)
  return player && asUserId(player.userId)
}

/**
 * Grants the starter pack at the first sign-in of a player whom the game's server created, and records whose referral
 * link was used; does nothing for others. A grant that is refused, as while the economy is halted, is made at a later
 * sign-in.
 * @returns false when the writer is unavailable
 */
export async function claimStarterPack(
  store: Store,
  writer: CommandPort,
  { userId, referrerId }: { readonly userId: string; readonly referrerId: string | undefined },
): Promise<boolean> {
  const awaited = await store.db
    .selectFrom('awaited_player')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (awaited === undefined) return true
  const outcome = await writer.submit<'claim_starter_pack'>({
    command: {
      type: 'claim_starter_pack',
      userId: asUserId(userId),
      referrerId: await findReferrer(store, referrerId),
    },
    actorId: WORLD,
    idempotency: undefined,
  })
  return outcome.ok || outcome.error.code !== 'unavailable'
}

/** A name for a player whose name on the platform is not known yet. */
export function placeholderName(steamId: string): string {
  return `Player ${steamId.slice(-NAME_DIGITS)}`
}

const NAME_DIGITS = 5
