/** Stored form of item lists: pairs of item and count. */
export type StoredItems = readonly (readonly [number, number])[]

declare module '../../store/database.ts' {
  interface Database {
    job: JobTable
    job_history: JobHistoryTable
  }
}

/** Unfinished jobs; finished ones are in `job_history`. */
export interface JobTable {
  job_id: string
  user_id: string
  queue: number
  recipe_id: number
  count: number
  input_ids: readonly number[]
  held: StoredItems
  consumed: StoredItems
  created_at_ms: number
  start_at_ms: number
  end_at_ms: number
  content_version: number
}

export interface JobHistoryTable {
  user_id: string
  queue: number
  /** Whole seconds, because clients page by the values in responses. */
  end_at_sec: number
  job_id: string
  recipe_id: number
  count: number
  input_ids: readonly number[]
  created_at_ms: number
  document: unknown
}
