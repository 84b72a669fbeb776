import * as z from 'zod'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NEWS_BODY_LENGTH,
  MAX_NEWS_ENTRIES,
  MAX_NEWS_LINES,
  MAX_PACK_ID_LENGTH,
  MAX_VERSION_LENGTH,
} from '../limits.ts'
import type { Announcement, ChangelogEntry, NewsDay } from '../pack.ts'
import { httpUrl, newsDay, localized } from './primitives.ts'

const line = localized(MAX_DESCRIPTION_LENGTH)

const announcement = z
  .strictObject({
    id: z.string().min(1).max(MAX_PACK_ID_LENGTH),
    published_on: newsDay,
    starts_on: newsDay.optional(),
    ends_on: newsDay.optional(),
    title: localized(MAX_NAME_LENGTH),
    body: localized(MAX_NEWS_BODY_LENGTH),
    features: z.array(line).max(MAX_NEWS_LINES).default([]),
    changes: z.array(line).max(MAX_NEWS_LINES).default([]),
    link: z.strictObject({ url: httpUrl, label: localized(MAX_NAME_LENGTH) }).optional(),
  })
  .refine((raw) => raw.starts_on === undefined || raw.ends_on === undefined || isInOrder(raw.starts_on, raw.ends_on), {
    path: ['ends_on'],
    error: 'An event must not end before it starts, and both days must use the same form.',
  })
  .transform((raw): Announcement => ({
    id: raw.id,
    publishedOn: raw.published_on,
    startsOn: raw.starts_on ?? null,
    endsOn: raw.ends_on ?? null,
    titles: raw.title,
    bodies: raw.body,
    features: raw.features,
    changes: raw.changes,
    link: raw.link === undefined ? null : { url: raw.link.url, labels: raw.link.label },
  }))

function isInOrder(first: NewsDay, last: NewsDay): boolean {
  if (typeof first === 'string' || typeof last === 'string') {
    return typeof first === 'string' && typeof last === 'string' && first <= last
  }
  return first.daysFromStart <= last.daysFromStart
}

const change = z
  .strictObject({
    version: z.string().min(1).max(MAX_VERSION_LENGTH),
    published_on: newsDay,
    changes: z.array(line).min(1).max(MAX_NEWS_LINES),
  })
  .transform((raw): ChangelogEntry => ({ version: raw.version, publishedOn: raw.published_on, changes: raw.changes }))

/** `news/announcements.json`: announcements of the home page. */
export const announcementsFile = z.strictObject({ announcements: z.array(announcement).max(MAX_NEWS_ENTRIES) })

/** `news/changelog.json`: what changed in the game, by convention newest first. */
export const changelogFile = z.strictObject({ changelog: z.array(change).max(MAX_NEWS_ENTRIES) })
