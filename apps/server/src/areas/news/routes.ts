import { createHash } from 'node:crypto'
import type { ContentPack } from '@clutch/content'
import { LANGUAGES, type CallResponse, type Language } from '@clutch/contract'
import { succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'

type News = CallResponse<'GET /news'>

/** News change with the content pack, which is read at start; a browser may keep them for a while. */
const NEWS_CACHE = 'public, max-age=300'
const NOT_MODIFIED = 304
const TAG_LENGTH = 16

/** Announcements and changelog of the game, made once for each language (document 1 §1). */
export function newsRoutes({ pack }: Context): CallHandlers {
  const editions = new Map(LANGUAGES.map((language) => [language, editionOf(pack, language)]))
  return {
    'GET /news': async ({ query, request, reply }) => {
      const edition = editions.get(query.lang) ?? editionOf(pack, query.lang)
      void reply.header('cache-control', NEWS_CACHE).header('etag', edition.tag)
      if (request.headers['if-none-match'] !== edition.tag) return succeed(edition.news)
      await reply.code(NOT_MODIFIED).send()
      return undefined
    },
  }
}

/** Texts that a language lacks already hold their fallback: English, then Russian (document 1 §9). */
function editionOf(pack: ContentPack, language: Language): { news: News; tag: string } {
  const news: News = {
    announcements: pack.announcements.toSorted(newestFirst).map((entry) => ({
      id: entry.id,
      published_on: entry.publishedOn,
      starts_on: entry.startsOn,
      ends_on: entry.endsOn,
      title: entry.titles[language],
      body: entry.bodies[language],
      features: entry.features.map((feature) => feature[language]),
      link: entry.link === null ? null : { url: entry.link.url, label: entry.link.labels[language] },
    })),
    changelog: pack.changelog.toSorted(newestFirst).map((entry) => ({
      version: entry.version,
      published_on: entry.publishedOn,
      changes: entry.changes.map((change) => change[language]),
    })),
    report_issue_url: pack.reportIssueUrl,
  }
  const hash = createHash('sha256').update(JSON.stringify(news)).digest('base64url').slice(0, TAG_LENGTH)
  return { news, tag: `"${hash}"` }
}

/** Entries of one day stay in the order of the pack. */
function newestFirst(a: { readonly publishedOn: string }, b: { readonly publishedOn: string }): number {
  return a.publishedOn < b.publishedOn ? 1 : a.publishedOn > b.publishedOn ? -1 : 0
}
