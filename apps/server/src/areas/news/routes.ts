import { createHash } from 'node:crypto'
import type { ContentPack, NewsDay } from '@clutch/content'
import { LANGUAGES, type CallResponse, type Language } from '@clutch/contract'
import { succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { toIsoDate } from './days.ts'

type News = CallResponse<'GET /news'>

/** News change with the content pack, which is read at start; a browser may keep them for a while. */
const NEWS_CACHE = 'public, max-age=300'
const NOT_MODIFIED = 304
const TAG_LENGTH = 16

/** Announcements and changelog of the game, made once for each language (document 1 §1). */
export function newsRoutes({ pack }: Context, firstStartMs: number): CallHandlers {
  const editionIn = (language: Language) => editionOf(pack, language, firstStartMs)
  const editions = new Map(LANGUAGES.map((language) => [language, editionIn(language)]))
  return {
    'GET /news': async ({ query, request, reply }) => {
      const edition = editions.get(query.lang) ?? editionIn(query.lang)
      void reply.header('cache-control', NEWS_CACHE).header('etag', edition.tag)
      if (request.headers['if-none-match'] !== edition.tag) return succeed(edition.news)
      await reply.code(NOT_MODIFIED).send()
      return undefined
    },
  }
}

/** Texts that a language lacks already hold their fallback: English, then Russian (document 1 §9). */
function editionOf(pack: ContentPack, language: Language, firstStartMs: number): { news: News; tag: string } {
  const toDate = (day: NewsDay) => toIsoDate(day, firstStartMs)
  const announcements = pack.announcements.map((entry) => ({
    id: entry.id,
    published_on: toDate(entry.publishedOn),
    starts_on: entry.startsOn === null ? null : toDate(entry.startsOn),
    ends_on: entry.endsOn === null ? null : toDate(entry.endsOn),
    title: entry.titles[language],
    body: entry.bodies[language],
    features: entry.features.map((feature) => feature[language]),
    link: entry.link === null ? null : { url: entry.link.url, label: entry.link.labels[language] },
  }))
  const changelog = pack.changelog.map((entry) => ({
    version: entry.version,
    published_on: toDate(entry.publishedOn),
    changes: entry.changes.map((change) => change[language]),
  }))
  const news: News = {
    announcements: announcements.toSorted(newestFirst),
    changelog: changelog.toSorted(newestFirst),
    report_issue_url: pack.reportIssueUrl,
  }
  const hash = createHash('sha256').update(JSON.stringify(news)).digest('base64url').slice(0, TAG_LENGTH)
  return { news, tag: `"${hash}"` }
}

/** Entries of one day stay in the order of the pack. */
function newestFirst(a: { readonly published_on: string }, b: { readonly published_on: string }): number {
  return a.published_on < b.published_on ? 1 : a.published_on > b.published_on ? -1 : 0
}
