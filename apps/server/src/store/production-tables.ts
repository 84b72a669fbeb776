/** Lists of items as they lie in the tables: item and count. */
export type StoredItems = readonly (readonly [number, number])[]

export interface ProductionTables {
  job: JobTable
  job_history: JobHistoryTable
  harvest_setting: HarvestSettingTable
  harvest_group: HarvestGroupTable
  harvest_experience: HarvestExperienceTable
  energised: EnergisedTable
}

/** Jobs that are not finished; what became of the others is in `job_history`. */
interface JobTable {
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
}

interface JobHistoryTable {
  user_id: string
  queue: number
  /** Whole seconds: clients page by what they were answered. */
  end_at_sec: number
  job_id: string
  recipe_id: number
  count: number
  input_ids: readonly number[]
  created_at_ms: number
  document: unknown
}

interface HarvestSettingTable {
  user_id: string
  recipe_id: number
  enabled: boolean
  max_parallel: number
  slots: readonly (readonly { item_id: number; limit: number; priority: number; max: number }[])[]
}

/** Running groups; `items` is what one run holds, per slot. */
interface HarvestGroupTable {
  group_id: string
  user_id: string
  recipe_id: number
  count: number
  items: StoredItems
  start_at_ms: number
  end_at_ms: number
}

interface HarvestExperienceTable {
  user_id: string
  recipe_id: number
  item_id: number
  experience: number
}

interface EnergisedTable {
  user_id: string
  until_ms: number
}
