import type { ServerArea } from '../../area.ts'
import { gatherDaySums } from './day-sums.ts'
import { keepEconomyReport } from './economy-reports.ts'

/** How the economy goes, day by day: sums that batches keep, and figures made of them (rules §16). */
export const reportArea = {
  name: 'report',
  rows: gatherDaySums,
  tasks: { keep_economy_report: keepEconomyReport },
} satisfies ServerArea
