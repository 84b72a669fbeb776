import type { NewsEntry } from '@clutch/contract'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { localStore } from '#shared/storage/browser-storage.ts'
import { Button } from '#shared/ui/Button.tsx'
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import panel from '../AdminPanel.module.css'
import { ConflictNote } from './ConflictNote.tsx'
import { draftOfEntry, findProblems, isSameDraft, toBody, type Draft } from './draft.ts'
import { EntryFields } from './EntryFields.tsx'
import { forgetDraft, persistDraft, type PersistedDraft } from './persisted-drafts.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import styles from './News.module.css'
import { NewsPreview } from './NewsPreview.tsx'
import { useSaveNews } from './operator-news.ts'
import { ScheduleFields } from './ScheduleFields.tsx'

interface EntryFormProps {
  readonly first: PersistedDraft
  /** The saved entry; undefined for a new one. */
  readonly saved: NewsEntry | undefined
}

/**
 * The form of an entry next to its preview. The draft is stored in the browser on every key press, so that neither an
 * error nor a lost session loses it; leaving asks first.
 */
export function EntryForm({ first, saved }: EntryFormProps) {
  const { t } = useTranslation('news')
  const [{ draft, base }, setKept] = useState(first)
  const [language, setLanguage] = useState(useLanguage())
  const [isAsked, setAsked] = useState(false)
  const isDirty = !isSameDraft(draft, base)
  const { leave, blocked } = useLeaving(isDirty)
  const { save, isPending, error } = useSaving(draft, leave)
  const problems = findProblems(draft)
  const edit = (change: Partial<Draft>) => setKept({ draft: { ...draft, ...change }, base })
  useEffect(() => persistDraft(localStore, { draft, base }), [draft, base])
  return (
    <form
      noValidate
      className={styles['editor']}
      aria-label={t('form')}
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (problems.length === 0) save()
      }}
    >
      <div className={panel['card']}>
        {saved !== undefined && saved.version > draft.seenVersion && (
          <ConflictNote
            saved={saved}
            onKeepMine={() => edit({ seenVersion: saved.version })}
            onTakeTheirs={() => setKept({ draft: draftOfEntry(saved), base: draftOfEntry(saved) })}
          />
        )}
        <LanguageChoice draft={draft} language={language} onChoose={setLanguage} />
        <EntryFields draft={draft} language={language} onEdit={edit} />
        <ScheduleFields draft={draft} onEdit={edit} />
        <div role="alert" className={panel['problem']}>
          {isAsked && problems.map((problem) => <p key={problem}>{t(`problem.${problem}`)}</p>)}
          {error !== null && <p>{error}</p>}
        </div>
        <div className={panel['line']}>
          <Button type="submit" look="accent" isPending={isPending}>
            {t(saved === undefined ? 'publish' : 'save')}
          </Button>
        </div>
      </div>
      <NewsPreview draft={draft} language={language} />
      <ConfirmDialog
        title={t('leave.title')}
        isOpen={blocked.status === 'blocked'}
        isPending={false}
        error={null}
        confirmLabel={t('leave.confirm')}
        onClose={() => blocked.reset?.()}
        onConfirm={() => blocked.proceed?.()}
      >
        {t('leave.question')}
      </ConfirmDialog>
    </form>
  )
}

/** Confirms leaving a form with unsaved changes, by a link or by closing the page. */
function useLeaving(isDirty: boolean) {
  const navigate = useNavigate()
  const isSaved = useRef(false)
  const blocked = useBlocker({
    shouldBlockFn: () => isDirty && !isSaved.current,
    enableBeforeUnload: () => isDirty && !isSaved.current,
    withResolver: true,
  })
  const leave = () => {
    isSaved.current = true
    void navigate({ to: '.', search: {} })
  }
  return { leave, blocked }
}

/** Saves the form and leaves it; an error shows and keeps it. */
function useSaving(draft: Draft, leave: () => void) {
  const { t } = useTranslation('news')
  const errorText = useErrorText()
  const { mutate, isPending, error } = useSaveNews()
  const save = () =>
    mutate(toBody(draft), {
      onSuccess: ({ state }) => {
        forgetDraft(localStore, draft.entryId)
        showToast(t(`saved.${state}`))
        leave()
      },
    })
  return { save, isPending, error: error === null ? null : errorText(error) }
}
