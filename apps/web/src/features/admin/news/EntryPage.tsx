import type { NewsEntry } from '@clutch/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localStore } from '#shared/storage/browser-storage.ts'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { draftOfEntry, isSameDraft } from './draft.ts'
import { EntryForm } from './EntryForm.tsx'
import { findDraft, type PersistedDraft } from './persisted-drafts.ts'
import { useOperatorNews } from './operator-news.ts'

/** The form of one entry, with its unsaved draft if there is one. */
export function EntryPage({ entryId }: { readonly entryId: string }) {
  const { t } = useTranslation('news')
  const { data, error, refetch } = useOperatorNews()
  const saved = data?.response.find((entry) => entry.entry_id === entryId)
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('title')}</h2>
      <Link to="." search={{}}>
        {t('back')}
      </Link>
      {data === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <LoadedEntry entryId={entryId} saved={saved} />
      )}
    </div>
  )
}

function LoadedEntry({ entryId, saved }: { readonly entryId: string; readonly saved: NewsEntry | undefined }) {
  const { t } = useTranslation('news')
  const [first] = useState(() => {
    const kept = findDraft(localStore, entryId)
    // A stored draft without edits may be older than the saved entry.
    return kept !== undefined && !isSameDraft(kept.draft, kept.base) ? kept : (draftOf(saved) ?? kept)
  })
  return first === undefined ? <EmptyState>{t('not_there')}</EmptyState> : <EntryForm first={first} saved={saved} />
}

function draftOf(saved: NewsEntry | undefined): PersistedDraft | undefined {
  if (saved === undefined) return undefined
  const draft = draftOfEntry(saved)
  return { draft, base: draft }
}
