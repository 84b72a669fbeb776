declare module '../store/database.ts' {
  interface Database {
    demo_state: DemoStateTable
  }
}

/** One row once a demo world was begun; a server that dies before it is complete begins it anew. */
export interface DemoStateTable {
  id: number
  seed: string
  is_complete: boolean
}
