import type { ServerArea } from '../../area.ts'
import { gatherDaySums } from './day-sums.ts'
import { keepEconomyReport } from './economy-reports.ts'

/** The economy report: daily sums maintained by batches, and figures computed from them (rules §16). */
export const reportArea = {
  name: 'report',
  rows: gatherDaySums,
  tasks: { keep_economy_report: keepEconomyReport },
} satisfies ServerArea
