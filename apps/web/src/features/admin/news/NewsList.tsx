import type { NewsContent, PackNews } from '@clutch/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomUuid } from '#shared/api/random-uuid.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { localStore } from '#shared/storage/browser-storage.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import pages from '#shared/ui/TablePage.module.css'
import styles from '../AdminPanel.module.css'
import { draftOfContent, emptyDraft, isSameDraft, type Draft } from './draft.ts'
import { EntryTable } from './EntryTable.tsx'
import { useContentName, useDraftName } from './entry-names.ts'
import { forgetDraft, persistDraft, listDrafts } from './persisted-drafts.ts'
import { useOperatorNews } from './operator-news.ts'

/** The operators' entries, the pack's entries, and unsaved drafts. */
export function NewsList() {
  const { t } = useTranslation('news')
  const news = useOperatorNews()
  const edit = useEditing()
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('title')}</h2>
      <p className={styles['hint']}>{t('explanation')}</p>
      <div className={styles['line']}>
        <Button look="accent" onClick={() => edit(emptyDraft('announcement', randomUuid()))}>
          {t('new_announcement')}
        </Button>
        <Button onClick={() => edit(emptyDraft('changelog', randomUuid()))}>{t('new_changelog')}</Button>
      </div>
      <UnsavedTexts />
      <EntryTable news={news} />
      <h3 className={styles['subtitle']}>{t('pack.title')}</h3>
      <DataTable
        label={t('pack.title')}
        columns={usePackColumns((content) => edit(draftOfContent(content, randomUuid())))}
        rows={news.data?.pack}
        error={news.error}
        onRetry={() => void news.refetch()}
        keyOf={({ content }) => `${content.kind} ${content.kind === 'changelog' ? content.version : content.replaces}`}
        empty={t('pack.none')}
        isFramed
      />
    </div>
  )
}

/** Opens an unsaved draft: it is stored in the browser, where the form finds it. */
function useEditing() {
  const navigate = useNavigate()
  return (draft: Draft) => {
    persistDraft(localStore, { draft, base: draft })
    void navigate({ to: '.', search: { entry: draft.entryId } })
  }
}

/** Drafts that were left before they were saved. */
function UnsavedTexts() {
  const { t } = useTranslation('news')
  const navigate = useNavigate()
  const [kept, setKept] = useState(() => {
    const drafts = listDrafts(localStore)
    // A draft without edits is not worth keeping.
    for (const { draft, base } of drafts) if (isSameDraft(draft, base)) forgetDraft(localStore, draft.entryId)
    return drafts.filter(({ draft, base }) => !isSameDraft(draft, base))
  })
  const nameOf = useDraftName()
  if (kept.length === 0) return null
  return (
    <section className={styles['card']} aria-label={t('unsaved.title')}>
      <p>{t('unsaved.title')}</p>
      <ul className={styles['list']}>
        {kept.map(({ draft }) => (
          <li key={draft.entryId} className={styles['buttons']}>
            <span>{nameOf(draft)}</span>
            <Button
              aria-label={t('unsaved.continue_named', { name: nameOf(draft) })}
              onClick={() => void navigate({ to: '.', search: { entry: draft.entryId } })}
            >
              {t('unsaved.continue')}
            </Button>
            <Button
              look="quiet"
              aria-label={t('unsaved.discard_named', { name: nameOf(draft) })}
              onClick={() => {
                forgetDraft(localStore, draft.entryId)
                setKept(kept.filter((each) => each.draft.entryId !== draft.entryId))
              }}
            >
              {t('unsaved.discard')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function usePackColumns(onEdit: (content: NewsContent) => void): readonly Column<PackNews>[] {
  const { t } = useTranslation('news')
  const format = useFormat()
  const nameOf = useContentName()
  return [
    { key: 'name', head: t('column.name'), isName: true, renderCell: ({ content }) => nameOf(content) },
    { key: 'kind', head: t('column.kind'), renderCell: ({ content }) => t(`kind.${content.kind}`) },
    { key: 'day', head: t('column.day'), renderCell: ({ published_on }) => format.day(published_on) },
    {
      key: 'state',
      head: t('column.state'),
      renderCell: ({ is_replaced }) => t(is_replaced ? 'pack.replaced' : 'state.shown'),
    },
    {
      key: 'edit',
      head: t('edit'),
      look: 'acts',
      isHeadHidden: true,
      renderCell: ({ content, is_replaced }) =>
        !is_replaced && (
          <Button aria-label={t('pack.replace_named', { name: nameOf(content) })} onClick={() => onEdit(content)}>
            {t('pack.replace')}
          </Button>
        ),
    },
  ]
}
