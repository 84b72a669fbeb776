declare module '../../store/database.ts' {
  interface Database {
    energised: EnergisedTable
  }
}

export interface EnergisedTable {
  user_id: string
  until_ms: number
}
