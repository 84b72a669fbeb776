import type { Generated } from 'kysely'

declare module '../../store/database.ts' {
  interface Database {
    player: PlayerTable
  }
}

export interface PlayerTable {
  user_id: string
  steam_id: string
  name: string
  lang: string
  created_at_ms: number
  /** As an admin has given it; the configuration may name admins besides. */
  role: Generated<string>
  /** Kept out until then; 0 for nobody who is. */
  banned_until_ms: Generated<number>
  ban_reason: Generated<string>
}
