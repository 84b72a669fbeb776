import type { ServerArea } from '../../area.ts'
import { keepPortfolios } from './keep-days.ts'

/** What players are worth at the end of each day: read from other areas' tables, kept in one of its own. */
export const portfolioArea = {
  name: 'portfolio',
  tasks: { keep_portfolios: keepPortfolios },
} satisfies ServerArea
