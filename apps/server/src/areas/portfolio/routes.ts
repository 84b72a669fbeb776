import type { CallResponse, PortfolioHolding } from '@clutch/contract'
import { PORTFOLIO_DAYS_MAX } from '@clutch/contract/constants'
import { timeSlot } from '@clutch/contract/formats'
import { AMOUNT_MAX, succeed } from '@clutch/economy'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { readAwaySummary } from './away-summary.ts'
import { figuresOf, ownedItems } from './figures.ts'
import { startOfDay } from '../calendar.ts'
import type { Figures } from './tables.ts'

type Portfolio = CallResponse<'POST /portfolio/get'>

const FIGURES = [
  'coins',
  'items_value',
  'cost_basis',
  'unrealised_profit',
  'realised_profit',
  'other_proceeds',
] as const satisfies readonly (keyof Figures)[]

/** A player's net worth over time. */
export function portfolioRoutes(context: Context, nowMs: () => number = Date.now): CallHandlers {
  return {
    'POST /portfolio/get': async ({ userId }) => succeed(await readPortfolio(context, userId, nowMs())),
    'POST /portfolio/while-away': async ({ userId, body }) =>
      succeed(await readAwaySummary(context, userId, body, nowMs())),
  }
}

/** A player's net worth now and at the end of each day, with the contribution of each owned item. */
async function readPortfolio(context: Context, userId: string, nowMs: number): Promise<Portfolio> {
  const fairPrices = await context.fairPriceBoard.prices()
  const user = sql`select ${userId}::uuid`
  const [now, days, holdings] = await Promise.all([
    sql<Figures>`${figuresOf(user, fairPrices)}`.execute(context.store.db),
    readDays(context, userId, startOfDay(nowMs)),
    readHoldings(context, userId, fairPrices),
  ])
  const { rows } = now
  return { now: toFigures(rows[0] ?? NOTHING), days, holdings }
}

/** The newest days before today, oldest first. */
async function readDays(context: Context, userId: string, todaySec: number): Promise<Portfolio['days']> {
  const rows = await context.store.db
    .selectFrom('portfolio_day')
    .select(['day_sec', ...FIGURES])
    .where('user_id', '=', userId)
    .where('day_sec', '<', todaySec)
    .orderBy('day_sec', 'desc')
    .limit(PORTFOLIO_DAYS_MAX)
    .execute()
  return rows.toReversed().map((row) => ({ time_slot: timeSlot(row.day_sec, 'day'), ...toFigures(row) }))
}

async function readHoldings(
  context: Context,
  userId: string,
  fairPrices: ReadonlyMap<number, number>,
): Promise<PortfolioHolding[]> {
  const { rows } = await sql<PortfolioHolding>`
    select item_id as item_type_id, count, fair_price, least(count * fair_price::numeric, ${AMOUNT_MAX})::bigint as value,
      bought_count, bought_cost::bigint as cost_basis,
      case fair_price when 0 then 0
        else least(bought_count * fair_price::numeric, ${AMOUNT_MAX}) - bought_cost end::bigint as unrealised_profit
    from (${ownedItems(sql`select ${userId}::uuid`, fairPrices)}) as item order by item_id`.execute(context.store.db)
  return rows
}

const NOTHING: Figures = {
  coins: 0,
  items_value: 0,
  cost_basis: 0,
  unrealised_profit: 0,
  realised_profit: 0,
  other_proceeds: 0,
}

/** Net worth is capped at the largest safe integer. */
function toFigures({ coins, items_value, ...rest }: Figures) {
  const { cost_basis, unrealised_profit, realised_profit, other_proceeds } = rest
  const net_worth = Math.min(AMOUNT_MAX, coins + items_value)
  return { net_worth, coins, items_value, cost_basis, unrealised_profit, realised_profit, other_proceeds }
}
