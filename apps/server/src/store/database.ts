import type { NoticeTables } from './notice-tables.ts'
import type { ProductionTables } from './production-tables.ts'
import type { SessionTables } from './session-tables.ts'
import type { EconomyTables } from './tables.ts'

/** Every table, for Kysely. */
export type Database = EconomyTables & NoticeTables & ProductionTables & SessionTables
