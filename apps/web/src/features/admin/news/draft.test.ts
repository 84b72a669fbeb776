import type { NewsEntry } from '@clutch/contract'
import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '#shared/storage/memory-storage.ts'
import {
  draftOfEntry,
  emptyDraft,
  emptyLine,
  fallbackOf,
  findProblems,
  fromLocalField,
  isSameDraft,
  languagesIncomplete,
  toBody,
  toLocalField,
  type Draft,
} from './draft.ts'
import { findDraft, forgetDraft, persistDraft, listDrafts } from './persisted-drafts.ts'

const ID = '01890000-0000-7000-8000-000000000001'
const texts = (given: Partial<Draft['title']>) => ({ en: '', ru: '', zh: '', tr: '', pt: '', ja: '', ...given })
const draft = (change: Partial<Draft> = {}): Draft => ({
  ...emptyDraft('announcement', ID),
  title: texts({ en: 'Fair' }),
  body: texts({ ru: 'Ярмарка' }),
  ...change,
})
const entry: NewsEntry = {
  entry_id: ID,
  version: 3,
  content: {
    kind: 'announcement',
    replaces: null,
    starts_on: '2027-04-15',
    ends_on: null,
    title: { en: 'Fair', ja: '市' },
    body: { ru: 'Ярмарка' },
    features: [{ en: 'Oil' }],
    changes: [{ en: 'Lamps burn longer' }],
    link: { url: 'https://chat.example/', label: { en: 'Chat' } },
  },
  visible_from: 1_795_000_007,
  visible_until: 1_795_000_020,
  state: 'shown',
  edited_by: 'Anna',
  edited_at: 1_795_000_000,
}

describe('a draft', () => {
  it('of a saved entry sends exactly that entry, to the second', () => {
    const { entry_id, version, content, visible_from, visible_until } = entry
    expect(toBody(draftOfEntry(entry))).toEqual({
      entry_id,
      seen_version: version,
      content,
      visible_from,
      visible_until,
    })
  })

  it.each([
    ['title_required', { title: texts({ ja: '市' }) }],
    ['body_required', { body: texts({ en: '  ' }) }],
    ['line_required', { lines: [{ ...emptyLine(), texts: texts({ tr: 'yağ' }) }] }],
    ['link_required', { linkUrl: 'javascript:alert(1)', linkLabel: texts({ en: 'x' }) }],
    ['link_required', { linkUrl: 'https://chat.example/' }],
    ['link_required', { linkLabel: texts({ en: 'Chat' }) }],
    ['event_ends_before_start', { startsOn: '2027-02-02', endsOn: '2027-02-01' }],
    ['ends_before_start', { visibleUntil: '2020-01-01T00:00' }],
    ['ends_before_start', { visibleFrom: '2030-01-01T00:00', visibleUntil: '2030-01-01T00:00' }],
  ] as const)('reports %s for %o', (problem, change) => {
    expect(findProblems(draft(change))).toEqual([problem])
  })

  it('of a changelog requires a version and a change', () => {
    expect(findProblems({ ...emptyDraft('changelog', ID), lines: [] })).toEqual(['version_required', 'lines_required'])
  })

  it('with English or Russian in each text is valid, and lists incomplete languages', () => {
    expect(findProblems(draft())).toEqual([])
    expect(languagesIncomplete(draft())).toEqual(['en', 'ru', 'zh', 'tr', 'pt', 'ja'])
    expect(
      languagesIncomplete(draft({ body: texts({ en: 'x', ru: 'y' }), title: texts({ en: 'x', ru: 'y' }) })),
    ).toEqual(['zh', 'tr', 'pt', 'ja'])
  })

  it('shows what players of a language read if it is empty', () => {
    expect(fallbackOf(texts({ en: 'Fair', ru: 'Ярмарка' }), 'ja')).toBe('Fair')
    expect(fallbackOf(texts({ en: 'Fair', ru: 'Ярмарка' }), 'en')).toBe('Ярмарка')
  })

  it('equals another whose lines were only recreated', () => {
    expect(isSameDraft(draftOfEntry(entry), draftOfEntry(entry))).toBe(true)
    expect(isSameDraft(draftOfEntry(entry), { ...draftOfEntry(entry), linkUrl: '' })).toBe(false)
  })
})

it('keeps a moment exact through its field', () => {
  for (const atSec of [1_795_000_007, 1_795_000_020, 0]) expect(fromLocalField(toLocalField(atSec))).toBe(atSec)
  expect([fromLocalField(''), fromLocalField('nonsense')]).toEqual([null, null])
})

describe('persisted drafts', () => {
  it('are found by entry and listed until they are removed', () => {
    const storage = createMemoryStorage()
    const kept = { draft: draft(), base: emptyDraft('announcement', ID) }
    storage.setItem('something', 'else')
    persistDraft(storage, kept)
    expect(findDraft(storage, ID)).toEqual(kept)
    expect(listDrafts(storage)).toEqual([kept])
    forgetDraft(storage, ID)
    expect([findDraft(storage, ID), listDrafts(storage)]).toEqual([undefined, []])
  })

  it.each(['', 'x', 'null', '7', '{"draft":{}}', '{"draft":{"lines":[]},"base":{}}'])('ignore %j', (nonsense) => {
    const storage = createMemoryStorage()
    storage.setItem(`news-draft:${ID}`, nonsense)
    expect(findDraft(storage, ID)).toBeUndefined()
  })

  it('do not break the form when the storage is full', () => {
    const full = {
      setItem: () => {
        throw new Error('full')
      },
    }
    expect(() => persistDraft(full, { draft: draft(), base: draft() })).not.toThrow()
  })
})
