import type { Migration } from 'kysely/migration'

/** What a migration does with a table that may have many rows. New tables are not named. */
export interface TableWork {
  readonly table: string
  /** `altered`: only its description changes, whatever its size. `indexed`, `rewritten`: all rows are read or written. */
  readonly work: 'altered' | 'indexed' | 'rewritten'
  /** How many indexes are built, or how often it is rewritten; 1 by default. */
  readonly times?: number
}

/** A migration as `npm run migrations` describes it to operators. */
export interface DescribedMigration extends Migration {
  /** What it changes, in a sentence without a full stop. */
  readonly description: string
  /** Whether its locks are so short that players would not notice it: no rows are read or rewritten. */
  readonly isOnline: boolean
  readonly tables?: readonly TableWork[]
}
