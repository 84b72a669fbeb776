import type { EconomyEvent, PlayerRegistered } from '@clutch/economy'
import type { Generated } from 'kysely'
import type { ServerArea } from '../../area.ts'
import { overRows, quote } from '../../store/statement.ts'
import { insertTasks } from '../../tasks/tasks.ts'
import { insertNameParts } from './name-parts.ts'
import { nameTask } from './refresh-name.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    /** The operation; null when nothing was in what was granted. */
    grant: { operation_id: string | null }
    consume: { operation_id: string | null }
    register_player: { user_id: string }
  }
}

declare module '../../bus/message.ts' {
  interface AreaUpdates {
    /** Whether somebody's name is still to be asked for. */
    readonly players: { readonly hasTasks: boolean }
  }
}

declare module '../../store/database.ts' {
  interface Database {
    player: PlayerTable
  }
}

interface PlayerTable {
  user_id: string
  steam_id: string
  name: string
  lang: string
  created_at_ms: number
  /** When the platform was last asked for the name, in Unix milliseconds. */
  name_read_at_ms: Generated<number>
  /** As an admin has given it; the configuration may name admins besides. */
  role: Generated<string>
  /** Kept out until then; 0 for nobody who is. */
  banned_until_ms: Generated<number>
  ban_reason: Generated<string>
}

/** Who plays, and what they are given (rules §13). */
export const playersArea = {
  name: 'players',
  rows() {
    const players: PlayerRegistered[] = []
    return {
      on: { player_registered: (event) => void players.push(event) },
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
  },
} satisfies ServerArea

function operationIdOf(events: readonly EconomyEvent[]): string | null {
  const posted = events.find((event) => event.type === 'ledger_posted')
  return posted?.operations[0]?.id ?? null
}
