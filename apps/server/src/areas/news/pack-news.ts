import type { ContentPack, Localized } from '@clutch/content'
import { LANGUAGES, type NewsContent, type NewsTexts } from '@clutch/contract'
import { toIsoDate } from './days.ts'

/** An entry of the content pack or an operator. */
export interface ShownEntry {
  /** Identifies it to browsers: the pack's id, or the version of a changelog entry. */
  readonly key: string
  readonly publishedOn: string
  readonly content: NewsContent
}

/** The content pack's announcements and changelog, in the order of the pack. */
export function newsOfPack(pack: ContentPack, firstStartMs: number): ShownEntry[] {
  return [
    ...pack.announcements.map((entry) => ({
      key: entry.id,
      publishedOn: toIsoDate(entry.publishedOn, firstStartMs),
      content: {
        kind: 'announcement' as const,
        replaces: entry.id,
        starts_on: entry.startsOn === null ? null : toIsoDate(entry.startsOn, firstStartMs),
        ends_on: entry.endsOn === null ? null : toIsoDate(entry.endsOn, firstStartMs),
        title: ownTexts(entry.titles),
        body: ownTexts(entry.bodies),
        features: entry.features.map(ownTexts),
        changes: entry.changes.map(ownTexts),
        link: entry.link === null ? null : { url: entry.link.url, label: ownTexts(entry.link.labels) },
      },
    })),
    ...pack.changelog.map((entry) => ({
      key: entry.version,
      publishedOn: toIsoDate(entry.publishedOn, firstStartMs),
      content: { kind: 'changelog' as const, version: entry.version, changes: entry.changes.map(ownTexts) },
    })),
  ]
}

/** Omits languages that only repeat the fallback; a loaded pack has all languages filled in. */
function ownTexts(filled: Localized): NewsTexts {
  const own: NewsTexts = { en: filled.en }
  for (const language of LANGUAGES) if (filled[language] !== filled.en) own[language] = filled[language]
  return own
}
