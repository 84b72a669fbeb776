import type { StoredItems } from '../jobs/tables.ts'

declare module '../../store/database.ts' {
  interface Database {
    harvest_setting: HarvestSettingTable
    harvest_group: HarvestGroupTable
    harvest_experience: HarvestExperienceTable
    harvest_history: HarvestHistoryTable
  }
}

export interface HarvestSettingTable {
  user_id: string
  recipe_id: number
  enabled: boolean
  max_parallel: number
  slots: readonly (readonly { item_id: number; limit: number; priority: number; max: number }[])[]
}

/** Running groups; `items` are the items held by one run, per slot. */
export interface HarvestGroupTable extends EndedGroupRow {
  content_version: number
}

/** Columns shared by running and ended groups. */
interface EndedGroupRow {
  group_id: string
  user_id: string
  recipe_id: number
  count: number
  items: StoredItems
  start_at_ms: number
  end_at_ms: number
}

/** Ended groups and their results. */
export interface HarvestHistoryTable extends EndedGroupRow {
  new_items: StoredItems
  broken_items: StoredItems
  upgraded_items: StoredItems
}

interface HarvestExperienceTable {
  user_id: string
  recipe_id: number
  item_id: number
  experience: number
}
