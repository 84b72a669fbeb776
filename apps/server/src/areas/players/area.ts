import { asUserId, type EconomyEvent, type PlayerRegistered, type UserId } from '@clutch/economy'
import type { Generated } from 'kysely'
import type { ServerArea } from '../../area.ts'
import { insertLoggedEvents } from '../../store/logged-events.ts'
import { overRows, quote } from '../../store/statement.ts'
import { insertTasks } from '../../tasks/tasks.ts'
import { insertNameParts } from './name-parts.ts'
import { nameTask } from './refresh-name.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    /** The operation; null when the grant was empty. */
    grant: { operation_id: string | null }
    consume: { operation_id: string | null }
    register_player: { user_id: string }
    claim_starter_pack: { operation_id: string | null }
  }
}

declare module '../../bus/message.ts' {
  interface AreaUpdates {
    /** Whether names remain to be read from the platform. */
    readonly players: { readonly hasTasks: boolean }
  }
}

declare module '../../store/database.ts' {
  interface Database {
    player: PlayerTable
    awaited_player: { user_id: string }
  }
}

interface PlayerTable {
  user_id: string
  steam_id: string
  name: string
  lang: string
  created_at_ms: number
  /** When the name was last read from the platform, in Unix milliseconds. */
  name_read_at_ms: Generated<number>
  /** Role assigned by an admin; the configuration can name further admins. */
  role: Generated<string>
  /** End of the ban in Unix milliseconds; 0 if not banned. */
  banned_until_ms: Generated<number>
  ban_reason: Generated<string>
}

/** Players and grants (rules §13). */
export const playersArea = {
  name: 'players',
  entities: {
    awaited_player: {
      statements: (ids) => [
        {
          name: 'select-awaited-players',
          text: 'select user_id from awaited_player where user_id = any($1::uuid[])',
          values: [ids],
        },
      ],
      add(world, ids, [rows = []]) {
        for (const id of ids) world.awaitedPlayers.set(id, false)
        for (const row of rows) world.awaitedPlayers.set(asUserId(String(row['user_id'])), true)
      },
    },
  },
  rows() {
    const players: PlayerRegistered[] = []
    const awaited = new Map<UserId, boolean>()
    return {
      on: {
        player_registered: (event) => void players.push(event),
        player_awaited: ({ userId, isAwaited }) => void awaited.set(userId, isAwaited),
      },
      statements: () => [
        overRows(
          'insert-players',
          players,
          [
            ({ userId }) => userId,
            ({ steamId }) => quote(steamId),
            ({ name }) => quote(name),
            ({ language }) => quote(language),
            ({ atMs }) => atMs,
          ],
          `insert into player (user_id, steam_id, name, lang, created_at_ms, name_read_at_ms)
          select *, created_at_ms from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[])
          as row (user_id, steam_id, name, lang, created_at_ms)`,
        ),
        insertNameParts(players),
        insertLoggedEvents(
          players.map(({ userId, atMs }) => ({
            type: 'player.registered',
            atMs,
            data: { user_uuid: userId },
          })),
        ),
        overRows(
          'insert-awaited-players',
          usersWhere(awaited, true),
          [(userId) => userId],
          'insert into awaited_player (user_id) select * from unnest($1::uuid[]) on conflict do nothing',
        ),
        overRows(
          'delete-awaited-players',
          usersWhere(awaited, false),
          [(userId) => userId],
          'delete from awaited_player where user_id = any($1::uuid[])',
        ),
        insertTasks(players.filter(({ isNameConfirmed }) => !isNameConfirmed).map(nameTask)),
      ],
    }
  },
  updates() {
    let hasTasks = false
    return {
      on: {
        player_registered({ isNameConfirmed }) {
          hasTasks ||= !isNameConfirmed
        },
      },
      take: () => (hasTasks ? { players: { hasTasks } } : {}),
    }
  },
  responses: {
    grant: (_command, events) => ({ operation_id: operationIdOf(events) }),
    consume: (_command, events) => ({ operation_id: operationIdOf(events) }),
    register_player: ({ userId }) => ({ user_id: userId }),
    claim_starter_pack: (_command, events) => ({ operation_id: operationIdOf(events) }),
  },
} satisfies ServerArea

function usersWhere(awaited: ReadonlyMap<UserId, boolean>, isAwaited: boolean): UserId[] {
  return Array.from(awaited).flatMap(([userId, is]) => (is === isAwaited ? [userId] : []))
}

function operationIdOf(events: readonly EconomyEvent[]): string | null {
  const posted = events.find((event) => event.type === 'ledger_posted')
  return posted?.operations[0]?.id ?? null
}
