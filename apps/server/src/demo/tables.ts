declare module '../store/database.ts' {
  interface Database {
    demo_state: DemoStateTable
  }
}

/** A single row, present once a demo world was begun. If it is incomplete at a start, the world is recreated. */
export interface DemoStateTable {
  id: number
  seed: string
  is_complete: boolean
}
