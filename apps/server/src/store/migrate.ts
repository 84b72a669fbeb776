import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Database } from './database.ts'
import * as economy from './migrations/0001-economy.ts'
import * as sessions from './migrations/0002-sessions.ts'
import * as histories from './migrations/0003-histories-and-notices.ts'
import * as production from './migrations/0004-production.ts'
import * as operations from './migrations/0005-operations.ts'
import * as costBases from './migrations/0006-cost-bases.ts'
import * as endedQueues from './migrations/0007-ended-queues.ts'
import * as portfolios from './migrations/0008-portfolios.ts'
import * as sessionDevices from './migrations/0009-session-devices.ts'
import * as hoursOfTrades from './migrations/0010-hours-of-trades.ts'
import * as social from './migrations/0011-social.ts'
import * as rent from './migrations/0012-rent.ts'
import * as exchange from './migrations/0013-exchange.ts'
import * as rolesAndAudit from './migrations/0014-roles-and-audit.ts'
import * as chat from './migrations/0015-chat.ts'
import * as roulette from './migrations/0016-roulette.ts'
import * as economyWatch from './migrations/0017-economy-watch.ts'
import * as bans from './migrations/0018-bans.ts'
import * as answersAsText from './migrations/0019-answers-as-text.ts'
import * as referrals from './migrations/0020-referrals.ts'
import * as economyReport from './migrations/0021-economy-report.ts'
import * as freezes from './migrations/0022-freezes.ts'
import * as ledgerIndexes from './migrations/0023-ledger-indexes.ts'
import * as priceRanges from './migrations/0025-price-ranges.ts'
import * as compensation from './migrations/0026-compensation.ts'
import * as news from './migrations/0027-news.ts'
import * as contents from './migrations/0028-contents.ts'
import * as supportGrants from './migrations/0029-support-grants.ts'
import * as stoppedRuns from './migrations/0030-stopped-runs.ts'
import * as wealthSums from './migrations/0031-wealth-sums.ts'
import * as salaryIndex from './migrations/0032-salary-index.ts'
import * as dottedNames from './migrations/0033-dotted-names.ts'
import * as chatFacts from './migrations/0034-chat-facts.ts'
import * as tradeVersions from './migrations/0035-trade-versions.ts'
import * as quietUpkeep from './migrations/0036-quiet-upkeep.ts'
import * as repeatedSignIns from './migrations/0041-repeated-sign-ins.ts'
import * as foldedNames from './migrations/0045-folded-names.ts'
import * as callOutcomes from './migrations/0048-call-outcomes.ts'
import * as referralValues from './migrations/0049-referral-values.ts'

/** All migrations, in order. Released migrations never change: append new ones. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-economy': economy,
  '0002-sessions': sessions,
  '0003-histories-and-notices': histories,
  '0004-production': production,
  '0005-operations': operations,
  '0006-cost-bases': costBases,
  '0007-ended-queues': endedQueues,
  '0008-portfolios': portfolios,
  '0009-session-devices': sessionDevices,
  '0010-hours-of-trades': hoursOfTrades,
  '0011-social': social,
  '0012-rent': rent,
  '0013-exchange': exchange,
  '0014-roles-and-audit': rolesAndAudit,
  '0015-chat': chat,
  '0016-roulette': roulette,
  '0017-economy-watch': economyWatch,
  '0018-bans': bans,
  '0019-answers-as-text': answersAsText,
  '0020-referrals': referrals,
  '0021-economy-report': economyReport,
  '0022-freezes': freezes,
  '0023-ledger-indexes': ledgerIndexes,
  '0025-price-ranges': priceRanges,
  '0026-compensation': compensation,
  '0027-news': news,
  '0028-contents': contents,
  '0029-support-grants': supportGrants,
  '0030-stopped-runs': stoppedRuns,
  '0031-wealth-sums': wealthSums,
  '0032-salary-index': salaryIndex,
  '0033-dotted-names': dottedNames,
  '0034-chat-facts': chatFacts,
  '0035-trade-versions': tradeVersions,
  '0036-quiet-upkeep': quietUpkeep,
  '0041-repeated-sign-ins': repeatedSignIns,
  '0045-folded-names': foldedNames,
  '0048-call-outcomes': callOutcomes,
  '0049-referral-values': referralValues,
}

/** Whether a non-empty database needs migrations. */
export async function isOutdated(db: Kysely<Database>): Promise<boolean> {
  const steps = await migratorOf(db).getMigrations()
  const done = steps.filter(({ executedAt }) => executedAt !== undefined)
  return done.length > 0 && done.length < steps.length
}

/**
 * Applies pending migrations.
 * @throws the error of a failing migration, after which earlier ones stay applied; or when the database belongs to a newer
 *   version
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  if (await isNewer(db)) {
    throw new Error(
      'A newer version of Clutch has changed this database. Start that version, or restore the backup from before the upgrade (npm run restore)',
    )
  }
  const { error } = await migratorOf(db).migrateToLatest()
  if (error !== undefined) throw new Error('Migrating the database failed', { cause: error })
}

async function isNewer(db: Kysely<Database>): Promise<boolean> {
  const { rows: found } = await sql<{
    name: string | null
  }>`select to_regclass('kysely_migration')::text as name`.execute(db)
  if (found[0]?.name == null) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.some(({ name }) => !(name in MIGRATIONS))
}

function migratorOf(db: Kysely<Database>): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) } })
}
