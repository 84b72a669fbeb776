import * as z from 'zod'
import { amount, itemId, price, unixSeconds, uuid } from './bounds.ts'
import { LANGUAGES } from './constants.ts'

/** Items per request of prices. */
export const PUBLIC_IDS_MAX = 200
/** Buckets per history. */
export const PUBLIC_BUCKETS_MAX = 365
export const PUBLIC_TRADES_MAX = 500
const TRADES_DEFAULT = 100
/** Lengths of the buckets of a history, in seconds. */
export const HISTORY_STEPS_SEC = { '5m': 300, '1h': 3_600, '6h': 21_600, '1d': 86_400 } as const
export type HistoryStep = keyof typeof HISTORY_STEPS_SEC
/** Days of the economy report. */
export const PUBLIC_REPORT_DAYS = 90

/**
 * One call of the public market API (integration §4): GET, without a token, the same answer for everybody, and cacheable
 * for `maxAgeSec`.
 */
export interface PublicCall {
  readonly summary: string
  readonly maxAgeSec: number
  readonly params?: z.ZodType
  readonly query: z.ZodType
  readonly response: z.ZodType
}

const oneItem = z.object({ id: z.coerce.number().pipe(itemId).describe('Item id') })
const itemIds = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10})*$/)
  .transform((text) => [...new Set(text.split(',').map(Number))].toSorted((a, b) => a - b))
  .pipe(z.array(itemId).max(PUBLIC_IDS_MAX))
  .optional()
  .describe(`Item ids, separated by commas, at most ${PUBLIC_IDS_MAX}; all items if absent`)

const perLanguage = z.partialRecord(z.enum(LANGUAGES), z.string())
const publicItem = z.object({
  item_id: itemId,
  name: z.string().or(perLanguage).describe('In the requested language, or by language for `lang=all`'),
  description: z.string().or(perLanguage),
  icon_url: z.string(),
  tags: z.array(z.string()),
  type: z.enum(['generator', 'bundle', 'item', 'other']),
  can_sell: z.boolean().describe('Whether the item can be traded on the market'),
})

const level = z.object({ price: price.describe('Coins per item'), count: amount.describe('Units at this price') })
const publicPrice = z.object({
  item_id: itemId,
  buy: level.nullable().describe('The highest price that buyers offer; null without buy lots'),
  sell: level.nullable().describe('The lowest price that sellers ask; null without sell lots'),
  last_price: amount.describe('Price of the last trade; 0 before the first'),
  last_traded_at: unixSeconds.describe('Unix time of the last trade in seconds; 0 before the first'),
  fair_price: amount.describe('Median of the daily average prices of thirty days; 0 if the item traded too rarely'),
  change_24h: z.int().nullable().describe('Change of the price within a day in basis points; null if unknown'),
  volume_24h: amount.describe('Units traded within 24 hours'),
})
export type PublicPrice = z.infer<typeof publicPrice>

const sideSums = z.object({
  low: amount.nullable(),
  high: amount.nullable(),
  average: amount,
  volume: amount.describe('Units traded'),
})
const publicBucket = z.object({
  start: unixSeconds.describe('Start of the bucket, Unix seconds'),
  buy: sideSums.nullable().describe('Trades in which a buyer took a sell lot; null without any'),
  sell: sideSums.nullable().describe('Trades in which a seller took a buy lot; null without any'),
})
export type PublicBucket = z.infer<typeof publicBucket>

const publicTrade = z.object({
  id: uuid.describe('Cursor of this trade'),
  item_id: itemId,
  traded_at: unixSeconds,
  price,
  count: amount,
  side: z.enum(['buy', 'sell']).describe('What the taker did'),
})

/** Name of a daily file, such as `trades-2026-11-27.csv.gz`. */
export const DUMP_NAME = /^(?:trades|prices)-\d{4}-\d\d-\d\d\.csv\.gz$/
export const publicDump = z.object({
  name: z.string().regex(DUMP_NAME).describe('The file is at `/dumps/` and this name'),
  table: z.enum(['trades', 'prices']).describe('Every trade, or one row per traded item'),
  day: z.iso.date().describe('The day (UTC) of its trades'),
  rows: z.int().min(0).describe('Rows without the header'),
  bytes: z.int().min(0),
  sha256: z.hash('sha256').describe('Of the compressed bytes'),
})
export type PublicDump = z.infer<typeof publicDump>

/** The paths below `/api/public/v1`. */
export const PUBLIC_CALLS = {
  '/items': {
    summary: 'All items of the game',
    maxAgeSec: 300,
    query: z.strictObject({
      lang: z
        .enum([...LANGUAGES, 'all'])
        .default('en')
        .describe('Language of names and descriptions'),
    }),
    response: z.object({
      version: z.string().describe('Changes with the content of the game'),
      items: z.array(publicItem),
    }),
  },
  '/prices': {
    summary: 'Prices of all items, or of some',
    maxAgeSec: 5,
    query: z.strictObject({ ids: itemIds }),
    response: z.object({
      snapshot_id: z.string().describe('Equal for equal prices of the whole market'),
      prices: z.array(publicPrice),
    }),
  },
  '/books/:id': {
    summary: "An item's order book: all price levels of both sides, best first",
    maxAgeSec: 2,
    params: oneItem,
    query: z.strictObject({}),
    response: z.object({ item_id: itemId, buy: z.array(level), sell: z.array(level), last_price: amount }),
  },
  '/history/:id': {
    summary: `Trades of an item in buckets, oldest first, at most ${PUBLIC_BUCKETS_MAX}; buckets without trades are absent`,
    maxAgeSec: 60,
    params: oneItem,
    query: z.strictObject({ step: z.enum(['5m', '1h', '6h', '1d']).default('1h').describe('Length of a bucket') }),
    response: z.object({ item_id: itemId, step: z.enum(['5m', '1h', '6h', '1d']), buckets: z.array(publicBucket) }),
  },
  '/trades': {
    summary: 'Executed trades without names, oldest first after a cursor, or the latest ones without a cursor',
    maxAgeSec: 2,
    query: z.strictObject({
      item_id: z.coerce.number().pipe(itemId).optional().describe('Only trades of this item'),
      after: uuid.optional().describe('Cursor: the `next` of an earlier response; valid for at least 7 days'),
      limit: z.coerce.number().pipe(z.int().min(1).max(PUBLIC_TRADES_MAX)).default(TRADES_DEFAULT),
    }),
    response: z.object({
      trades: z.array(publicTrade),
      next: uuid.nullable().describe('Cursor for the trades after these; the given one if there are none yet'),
    }),
  },
  '/dumps/manifest.json': {
    summary: 'The daily files with their sizes and checksums, oldest first; each is at `/dumps/` and its name',
    maxAgeSec: 3_600,
    query: z.strictObject({}),
    response: z.object({ files: z.array(publicDump) }),
  },
  '/report': {
    summary: `The economy by day, oldest first, at most ${PUBLIC_REPORT_DAYS} days: supply, sources, sinks, prices, volume`,
    maxAgeSec: 3_600,
    query: z.strictObject({}),
    response: z.object({
      days: z.array(
        z.object({
          day: z.iso.date(),
          is_open: z.boolean().describe('Whether the day is not over'),
          supply: amount.describe('All coins at the end of the day'),
          minted: amount,
          burned: amount,
          volume: amount.describe('Coins traded on the market'),
          trades: amount,
          price_index: z.number().nullable().describe('100 on the first day with trades'),
          flows: z.array(z.object({ kind: z.string(), minted: amount, burned: amount })),
        }),
      ),
    }),
  },
} as const satisfies Readonly<Record<string, PublicCall>>

/** Query of `/stream`: server-sent events `prices` and `trades`, whose id is the cursor of `/trades`. */
export const publicStreamQuery = z.strictObject({
  channels: z
    .string()
    .regex(/^(prices|trades)(,(prices|trades))?$/)
    .default('prices,trades')
    .transform((text) => text.split(',').filter((each) => each === 'prices' || each === 'trades'))
    .describe('`prices`, `trades`, or both, separated by a comma'),
  ids: itemIds,
})

export type PublicPath = keyof typeof PUBLIC_CALLS
export type PublicQuery<Path extends PublicPath> = z.output<(typeof PUBLIC_CALLS)[Path]['query']>
export type PublicResponse<Path extends PublicPath> = z.input<(typeof PUBLIC_CALLS)[Path]['response']>
