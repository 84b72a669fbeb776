import * as z from 'zod'
import { RATE_LIMITS } from '../call.ts'
import { LANGUAGES } from '../constants.ts'
import type { ContractArea } from '../area.ts'
import { emptyBody } from '../bounds.ts'

/** An ISO date, UTC. */
const date = z.iso.date()
const link = z.object({ url: z.string(), label: z.string() })

export const announcement = z.object({
  id: z.string(),
  published_on: date,
  /** First and last day of an event; null for other announcements. */
  starts_on: date.nullable(),
  ends_on: date.nullable(),
  title: z.string(),
  /** BBCode. */
  body: z.string(),
  features: z.array(z.string()),
  /** The event's changelog, in BBCode; empty without one. */
  changes: z.array(z.string()),
  link: link.nullable(),
})
export type Announcement = z.infer<typeof announcement>

export const changelogEntry = z.object({ version: z.string(), published_on: date, changes: z.array(z.string()) })
export type ChangelogEntry = z.infer<typeof changelogEntry>

export const newsContract = {
  calls: {
    'GET /news': {
      summary: 'Announcements and changelog in one language, newest first, and where to report an issue',
      area: 'news',
      access: 'public',
      command: false,
      bodyType: 'none',
      body: emptyBody,
      query: z.object({ lang: z.enum(LANGUAGES).catch('en').default('en') }),
      response: z.object({
        /** Changes with any entry in any language; the live event `news_changed` carries the current one. */
        version: z.string(),
        announcements: z.array(announcement),
        changelog: z.array(changelogEntry),
        report_issue_url: z.string().nullable(),
      }),
      rateLimit: RATE_LIMITS.read,
    },
  },
} as const satisfies ContractArea
