import { hash } from 'node:crypto'
import {
  DUMP_NAME,
  PUBLIC_REPORT_DAYS,
  publicStreamQuery,
  uuid,
  type ItemDefinition,
  type PublicQuery,
} from '@clutch/contract'
import { perLanguage, type Language } from '@clutch/contract/constants'
import { fail, succeed } from '@clutch/economy'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Context } from '../../context.ts'
import { sendError } from '../../http/errors.ts'
import { addCaching, isKnownValidator, type PublicHandlers } from '../../http/public-calls.ts'
import { isoDay } from '../report/days.ts'
import type { EconomyReports } from '../report/economy-reports.ts'
import type { StoredDay } from '../report/reckon-day.ts'
import type { Dumps } from './dumps.ts'
import { readBuckets } from './history.ts'
import { readPrices } from './prices.ts'
import type { PublicStreams } from './stream.ts'
import { readTrades } from './trades.ts'

const SNAPSHOT_ID_LENGTH = 16
/** A file of a day never changes, but may be made again after the loss of a disk. */
const DUMP_AGE_SEC = 3_600
/** Retry delay for an address with too many streams. */
const STREAM_RETRY_SEC = 60

/** The public market API (integration §4). */
export function publicMarketRoutes(context: Context, reports: EconomyReports, dumps: Dumps): PublicHandlers {
  const { published, pack } = context
  const { db, slowDb } = context.store
  const isKnown = (itemId: number): boolean => pack.itemById.has(itemId)
  return {
    '/items': async ({ query: { lang } }) =>
      succeed({ version: published.version, items: published.items.map((item) => toPublicItem(item, lang)) }),

    '/prices': async ({ query: { ids } }) => {
      const unknown = ids?.find((id) => !isKnown(id))
      if (unknown !== undefined) return unknownItem(unknown)
      const prices = await readPrices(context)
      const snapshot_id = hash('sha256', JSON.stringify(prices), 'base64url').slice(0, SNAPSHOT_ID_LENGTH)
      const wanted = ids === undefined ? undefined : new Set(ids)
      return succeed({ snapshot_id, prices: prices.filter(({ item_id }) => wanted?.has(item_id) ?? true) })
    },

    '/books/:id': async ({ itemId }) => {
      if (!isKnown(itemId)) return unknownItem(itemId)
      const { buy, sell, lastPrice } = await context.bookBoard.wholeBook(itemId)
      return succeed({ item_id: itemId, buy: [...buy], sell: [...sell], last_price: lastPrice })
    },

    '/history/:id': async ({ itemId, query: { step } }) => {
      if (!isKnown(itemId)) return unknownItem(itemId)
      return succeed({ item_id: itemId, step, buckets: await readBuckets(slowDb, itemId, step) })
    },

    '/trades': async ({ query }) => {
      if (query.item_id !== undefined && !isKnown(query.item_id)) return unknownItem(query.item_id)
      return succeed(await readTrades(db, query))
    },

    '/dumps/manifest.json': () => Promise.resolve(succeed({ files: [...dumps.files] })),

    '/report': async () => {
      await reports.refresh()
      const rows = await slowDb
        .selectFrom('economy_day')
        .selectAll()
        .orderBy('day_sec', 'desc')
        .limit(PUBLIC_REPORT_DAYS)
        .execute()
      return succeed({ days: rows.toReversed().map(toPublicDay) })
    },
  }
}

/** Mounts `GET /dumps/{name}` next to the other public calls. */
export function mountDumps(app: FastifyInstance, dumps: Dumps): void {
  app.get(
    '/dumps/:name',
    {
      schema: {
        summary: 'A daily file of the market: compressed CSV with a header, ids as in `/trades`, times in Unix seconds',
        tags: ['public'],
        params: z.object({ name: z.string().regex(DUMP_NAME) }),
      },
      config: { disableMetrics: true },
      compress: false,
    },
    (request, reply) => {
      const { name } = request.params as { name: string }
      const found = dumps.find(name)
      if (found === undefined) return sendError(reply, 'not_found')
      addCaching(reply, `"${found.sha256}"`, DUMP_AGE_SEC)
      if (isKnownValidator(request, `"${found.sha256}"`)) return reply.code(304).send()
      return reply.type('application/gzip').header('content-length', found.bytes).send(dumps.open(found))
    },
  )
}

/** Mounts `GET /stream` next to the other public calls. */
export function mountPublicStream(app: FastifyInstance, streams: PublicStreams): void {
  app.get(
    '/stream',
    {
      schema: {
        summary: 'Server-sent events: prices as they are and then their changes, and trades; `Last-Event-ID` continues',
        tags: ['public'],
        querystring: publicStreamQuery,
      },
      config: { disableMetrics: true, isStream: true },
      compress: false,
    },
    async (request, reply) => {
      const { channels, ids } = request.query as z.output<typeof publicStreamQuery>
      const last = uuid.safeParse(request.headers['last-event-id'])
      const isOpen = await streams.open(
        {
          channels: new Set(channels),
          ids: ids === undefined ? undefined : new Set(ids),
          after: last.success ? last.data : undefined,
        },
        reply,
      )
      if (!isOpen)
        return sendError(reply.header('retry-after', STREAM_RETRY_SEC), 'rate_limited', {
          retry_after_s: STREAM_RETRY_SEC,
        })
      return reply
    },
  )
}

function unknownItem(itemId: number) {
  return fail({ code: 'unknown_item' as const, params: { item_id: itemId } })
}

function toPublicItem(item: ItemDefinition, lang: PublicQuery<'/items'>['lang']) {
  const nameIn = (language: Language): string => item[`Name${suffixOf(language)}`] || item.Name
  const descriptionIn = (language: Language): string => item[`Description${suffixOf(language)}`] || item.Description
  return {
    item_id: item.Itemdefid,
    name: lang === 'all' ? perLanguage(nameIn) : nameIn(lang),
    description: lang === 'all' ? perLanguage(descriptionIn) : descriptionIn(lang),
    icon_url: item.IconUrl,
    tags: item.Tags,
    type: item.Type,
    can_sell: item.CanSell,
  }
}

/** The ending of the fields of an item that are in a language; English has none. */
function suffixOf(language: Language) {
  const suffixes = { en: '', ru: 'Ru', zh: 'Zh', tr: 'Tr', pt: 'Pt', ja: 'Ja' } as const
  return suffixes[language]
}

function toPublicDay(row: { day_sec: number; is_closed: boolean; figures: StoredDay }) {
  const { supply, minted, burned, volume, trades, price_index, flows } = row.figures
  return {
    day: isoDay(row.day_sec),
    is_open: !row.is_closed,
    supply,
    minted,
    burned,
    volume,
    trades,
    price_index,
    flows: flows.map((flow) => ({ kind: flow.kind, minted: flow.minted, burned: flow.burned })),
  }
}
