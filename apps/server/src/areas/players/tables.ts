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
}
