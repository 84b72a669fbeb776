import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { givenReason, idempotencyKey, text, unixSeconds, uuid } from '../bounds.ts'
import { NEWS_LIMITS, perLanguage } from '../constants.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { consoleCall } from './console-call.ts'

/** An ISO date, UTC. */
const date = z.iso.date()

/** A text per language, at least English or Russian; missing ones fall back to English, then Russian. */
function texts(maxLength: number) {
  const one = text.trim().min(1).max(maxLength).optional()
  return z.strictObject(perLanguage(() => one)).refine(({ en, ru }) => en !== undefined || ru !== undefined, {
    error: 'A text needs at least English (en) or Russian (ru)',
  })
}
export type NewsTexts = z.output<ReturnType<typeof texts>>

const line = texts(NEWS_LIMITS.lineLength)
const lines = z.array(line).max(NEWS_LIMITS.lines)

const announcementContent = z
  .strictObject({
    kind: z.literal('announcement'),
    /** The pack's announcement that it replaces while visible; null for a new one. */
    replaces: text.min(1).max(NEWS_LIMITS.idLength).nullable(),
    /** First and last day of an event; null for other announcements. */
    starts_on: date.nullable(),
    ends_on: date.nullable(),
    title: texts(NEWS_LIMITS.titleLength),
    /** BBCode. */
    body: texts(NEWS_LIMITS.bodyLength),
    features: lines,
    /** The event's changelog; empty without one. */
    changes: lines.default([]),
    link: z
      .strictObject({
        url: text
          .trim()
          .max(NEWS_LIMITS.urlLength)
          .regex(/^https?:\/\/\S+$/),
        label: texts(NEWS_LIMITS.titleLength),
      })
      .nullable(),
  })
  .refine((raw) => raw.starts_on === null || raw.ends_on === null || raw.starts_on <= raw.ends_on, {
    path: ['ends_on'],
    error: 'An event must not end before it starts',
  })

const changelogContent = z.strictObject({
  kind: z.literal('changelog'),
  /** Replaces the pack's entry of the same version while visible. */
  version: text.trim().min(1).max(NEWS_LIMITS.versionLength),
  changes: lines.min(1),
})

export const newsContent = z.discriminatedUnion('kind', [announcementContent, changelogContent])
export type NewsContent = z.output<typeof newsContent>

export const NEWS_STATES = ['scheduled', 'shown', 'ended', 'withdrawn'] as const

/** An announcement or a changelog entry of the operator's. */
export const newsEntry = z.object({
  entry_id: uuid,
  /** Rises with every change. */
  version: z.int(),
  content: newsContent,
  /** Unix seconds of the start and optional end of visibility. */
  visible_from: unixSeconds,
  visible_until: unixSeconds.nullable(),
  state: z.enum(NEWS_STATES),
  edited_by: z.string(),
  edited_at: unixSeconds,
})
export type NewsEntry = z.infer<typeof newsEntry>

/** An entry of the content pack, with the languages it is translated into. */
export const packNews = z.object({
  published_on: date,
  /** Whether an operator's entry currently replaces it. */
  is_replaced: z.boolean(),
  content: newsContent,
})
export type PackNews = z.infer<typeof packNews>

export const operatorNewsContract = {
  calls: {
    'POST /admin/news': {
      ...consoleCall,
      summary: "Operators' announcements and changelog entries, newest first, and those of the content pack",
      access: OPERATOR_ACTIONS['news.read'],
      action: 'news.read',
      body: z.strictObject({}),
      response: z.object({ response: z.array(newsEntry), pack: z.array(packNews) }),
    },
    'POST /admin/save-news': {
      ...consoleCall,
      summary: 'Saves an announcement or a changelog entry; rejected if it was changed since it was read',
      access: OPERATOR_ACTIONS['news.write'],
      action: 'news.write',
      bodyBytesMax: NEWS_LIMITS.entryBytes,
      body: z.strictObject({
        /** Chosen by the client, so that a retry does not create a second entry. */
        entry_id: uuid,
        /** The version that was edited; 0 for a new entry. */
        seen_version: z.int().min(0),
        /** Null for immediately. */
        visible_from: unixSeconds.nullable(),
        visible_until: unixSeconds.nullable(),
        content: newsContent,
        idempotency_key: idempotencyKey.optional(),
      }),
      response: z.object({ entry: newsEntry }),
    },
    'POST /admin/withdraw-news': {
      ...consoleCall,
      summary: 'Withdraws an entry, or restores it',
      access: OPERATOR_ACTIONS['news.withdraw'],
      action: 'news.withdraw',
      body: z.strictObject({
        entry_id: uuid,
        seen_version: z.int().min(1),
        is_withdrawn: z.boolean(),
        reason: givenReason,
        idempotency_key: idempotencyKey.optional(),
      }),
      response: z.object({ entry: newsEntry }),
    },
  },
  errors: {
    news_not_found: { status: 404, message: 'Entry not found' },
    news_changed: { status: 409, message: 'Another operator has changed this entry meanwhile' },
    news_taken: { status: 409, message: 'Another entry already replaces this one: edit or withdraw it' },
    too_many_news: { status: 409, message: 'At most {max} entries: withdraw old ones' },
  },
} as const satisfies ContractArea
