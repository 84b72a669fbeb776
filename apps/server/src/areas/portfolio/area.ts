import type { ServerArea } from '../../area.ts'
import { keepPortfolios } from './keep-days.ts'

/** Daily net worth of players, computed from other areas' tables and stored in the area's table. */
export const portfolioArea = {
  name: 'portfolio',
  tasks: { keep_portfolios: keepPortfolios },
} satisfies ServerArea
