import { hash } from 'node:crypto'
import { newsTextIn, perLanguage, type CallResponse, type Language, type NewsTexts } from '@clutch/contract'
import type { ShownEntry } from './pack-news.ts'

type News = CallResponse<'GET /news'>

/** The announcements and changelog shown to players, in all languages. */
export interface Edition {
  readonly version: string
  readonly byLanguage: Readonly<Record<Language, News>>
}

const VERSION_LENGTH = 16

/** @param entries the visible entries, operators' before the pack's; entries of one day keep their order */
export function makeEdition(entries: readonly ShownEntry[], reportIssueUrl: string | null): Edition {
  const newestFirst = entries.toSorted((a, b) =>
    a.publishedOn < b.publishedOn ? 1 : a.publishedOn > b.publishedOn ? -1 : 0,
  )
  const version = hash('sha256', JSON.stringify([newestFirst, reportIssueUrl]), 'base64url').slice(0, VERSION_LENGTH)
  const inLanguage = (language: Language): News => ({
    version,
    ...textsIn(newestFirst, language),
    report_issue_url: reportIssueUrl,
  })
  return { version, byLanguage: perLanguage(inLanguage) }
}

function textsIn(entries: readonly ShownEntry[], language: Language): Pick<News, 'announcements' | 'changelog'> {
  const say = (texts: NewsTexts) => newsTextIn(texts, language)
  const announcements: News['announcements'] = []
  const changelog: News['changelog'] = []
  for (const { key, publishedOn, content } of entries) {
    if (content.kind === 'changelog') {
      changelog.push({ version: key, published_on: publishedOn, changes: content.changes.map(say) })
    } else {
      const { starts_on, ends_on, title, body, features, changes, link } = content
      announcements.push({
        id: key,
        published_on: publishedOn,
        starts_on,
        ends_on,
        title: say(title),
        body: say(body),
        features: features.map(say),
        changes: changes.map(say),
        link: link === null ? null : { url: link.url, label: say(link.label) },
      })
    }
  }
  return { announcements, changelog }
}
