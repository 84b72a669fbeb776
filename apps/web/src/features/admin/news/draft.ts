import type { CallBody, NewsContent, NewsEntry } from '@clutch/contract'
import { LANGUAGES, perLanguage, type Language } from '@clutch/contract/constants'
import { SECOND_MS } from '@clutch/contract/formats'
import { newsTextIn, type GivenTexts } from '@clutch/contract/news-texts'
import { randomUuid } from '#shared/api/random-uuid.ts'
import { serverNowSec } from '#shared/timing/server-clock.ts'

/** A text as typed; empty languages fall back. */
export type TypedTexts = Readonly<Record<Language, string>>

export interface TypedLine {
  readonly key: string
  readonly texts: TypedTexts
}

/** An entry as in the form, possibly incomplete. */
export interface Draft {
  readonly entryId: string
  /** The version it was based on; 0 for a new entry. */
  readonly seenVersion: number
  readonly kind: NewsContent['kind']
  readonly replaces: string | null
  /** Changelogs only. */
  readonly version: string
  /** Values of datetime fields in local time; empty for at once and no end. */
  readonly visibleFrom: string
  readonly visibleUntil: string
  /** ISO dates, or empty. */
  readonly startsOn: string
  readonly endsOn: string
  readonly title: TypedTexts
  readonly body: TypedTexts
  /** An announcement's features, or a changelog's changes. */
  readonly lines: readonly TypedLine[]
  /** Changes of an announced event. */
  readonly eventChanges: readonly TypedLine[]
  readonly linkUrl: string
  readonly linkLabel: TypedTexts
}

export type DraftProblem =
  | 'title_required'
  | 'body_required'
  | 'version_required'
  | 'lines_required'
  | 'line_required'
  | 'link_required'
  | 'ends_before_start'
  | 'event_ends_before_start'

const NOTHING: TypedTexts = perLanguage(() => '')
const HTTP_URL = /^https?:\/\/\S+$/

export function emptyDraft(kind: Draft['kind'], entryId: string): Draft {
  return {
    entryId,
    seenVersion: 0,
    kind,
    replaces: null,
    version: '',
    visibleFrom: '',
    visibleUntil: '',
    startsOn: '',
    endsOn: '',
    title: NOTHING,
    body: NOTHING,
    lines: kind === 'changelog' ? [emptyLine()] : [],
    eventChanges: [],
    linkUrl: '',
    linkLabel: NOTHING,
  }
}

export function emptyLine(): TypedLine {
  return { key: randomUuid(), texts: NOTHING }
}

/** Fills a form from an entry. */
export function draftOfContent(content: NewsContent, entryId: string): Draft {
  const empty = emptyDraft(content.kind, entryId)
  const toLines = (texts: readonly GivenTexts[]) => texts.map((each) => ({ ...emptyLine(), texts: typed(each) }))
  if (content.kind === 'changelog') {
    return { ...empty, version: content.version, lines: toLines(content.changes) }
  }
  const { replaces, starts_on, ends_on, title, body, features, changes, link } = content
  return {
    ...empty,
    replaces,
    startsOn: starts_on ?? '',
    endsOn: ends_on ?? '',
    title: typed(title),
    body: typed(body),
    lines: toLines(features),
    eventChanges: toLines(changes),
    linkUrl: link?.url ?? '',
    linkLabel: typed(link?.label ?? {}),
  }
}

export function draftOfEntry(entry: NewsEntry): Draft {
  return {
    ...draftOfContent(entry.content, entry.entry_id),
    seenVersion: entry.version,
    visibleFrom: toLocalField(entry.visible_from),
    visibleUntil: entry.visible_until === null ? '' : toLocalField(entry.visible_until),
  }
}

/** Problems that prevent saving, in the form's order. */
export function findProblems(draft: Draft): DraftProblem[] {
  const isAnnouncement = draft.kind === 'announcement'
  const hasLink = draft.linkUrl.trim() !== '' || LANGUAGES.some((language) => draft.linkLabel[language].trim() !== '')
  const from = fromLocalField(draft.visibleFrom) ?? serverNowSec()
  const until = fromLocalField(draft.visibleUntil)
  const found: readonly (DraftProblem | false)[] = [
    until !== null && until <= from && 'ends_before_start',
    !isAnnouncement && draft.version.trim() === '' && 'version_required',
    isAnnouncement && !isSaid(draft.title) && 'title_required',
    isAnnouncement && !isSaid(draft.body) && 'body_required',
    !isAnnouncement && draft.lines.length === 0 && 'lines_required',
    [...draft.lines, ...draft.eventChanges].some(({ texts }) => !isSaid(texts)) && 'line_required',
    isAnnouncement &&
      draft.startsOn !== '' &&
      draft.endsOn !== '' &&
      draft.endsOn < draft.startsOn &&
      'event_ends_before_start',
    isAnnouncement && hasLink && (!HTTP_URL.test(draft.linkUrl.trim()) || !isSaid(draft.linkLabel)) && 'link_required',
  ]
  return found.filter((problem) => problem !== false)
}

/** The call's body, for a valid draft. */
export function toBody(draft: Draft): CallBody<'POST /admin/save-news'> {
  return {
    entry_id: draft.entryId,
    seen_version: draft.seenVersion,
    visible_from: fromLocalField(draft.visibleFrom),
    visible_until: fromLocalField(draft.visibleUntil),
    content: toContent(draft),
  }
}

/** The entry's content, also while incomplete, for the preview. */
export function toContent(draft: Draft): NewsContent {
  const lines = draft.lines.map(({ texts }) => given(texts))
  if (draft.kind === 'changelog') return { kind: 'changelog', version: draft.version.trim(), changes: lines }
  const url = draft.linkUrl.trim()
  return {
    kind: 'announcement',
    replaces: draft.replaces,
    starts_on: draft.startsOn || null,
    ends_on: draft.endsOn || null,
    title: given(draft.title),
    body: given(draft.body),
    features: lines,
    changes: draft.eventChanges.map(({ texts }) => given(texts)),
    link: HTTP_URL.test(url) ? { url, label: given(draft.linkLabel) } : null,
  }
}

/** What players of each language read instead of an empty field. */
export function fallbackOf(texts: TypedTexts, language: Language): string {
  return newsTextIn(given({ ...texts, [language]: '' }), language)
}

/** Languages in which a text is missing that another language has. */
export function languagesIncomplete(draft: Draft): Language[] {
  const lines = [...draft.lines, ...draft.eventChanges].map((line) => line.texts)
  const texts = [draft.title, draft.body, draft.linkLabel, ...lines]
  const used = texts.filter((each) => LANGUAGES.some((language) => each[language].trim() !== ''))
  return LANGUAGES.filter((language) => used.some((each) => each[language].trim() === ''))
}

/** Whether two forms have the same content, ignoring recreated lines. */
export function isSameDraft(a: Draft, b: Draft): boolean {
  const plain = (draft: Draft) =>
    JSON.stringify({ ...draft, lines: textsOf(draft.lines), eventChanges: textsOf(draft.eventChanges) })
  return plain(a) === plain(b)
}

function textsOf(lines: readonly TypedLine[]): readonly TypedTexts[] {
  return lines.map(({ texts }) => texts)
}

function typed(texts: GivenTexts): TypedTexts {
  return { ...NOTHING, ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) }
}

function given(texts: TypedTexts): Partial<Record<Language, string>> {
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => (texts[language].trim() === '' ? [] : [[language, texts[language].trim()]])),
  )
}

function isSaid({ en, ru }: TypedTexts): boolean {
  return en.trim() !== '' || ru.trim() !== ''
}

const FIELD_LENGTH = 'YYYY-MM-DDTHH:MM'.length

/** Formats Unix seconds for a datetime field in local time. */
export function toLocalField(atSec: number): string {
  const at = new Date(atSec * SECOND_MS)
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60 * SECOND_MS)
  const text = local.toISOString()
  // Entries may start at any second; a field without seconds would change their start.
  return atSec % 60 === 0 ? text.slice(0, FIELD_LENGTH) : text.slice(0, FIELD_LENGTH + ':SS'.length)
}

/** Null if the field is empty or invalid. */
export function fromLocalField(text: string): number | null {
  const atMs = text === '' ? Number.NaN : new Date(text).getTime()
  return Number.isNaN(atMs) ? null : Math.floor(atMs / SECOND_MS)
}
