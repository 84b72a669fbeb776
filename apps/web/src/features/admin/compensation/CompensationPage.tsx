import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import styles from '../AdminPanel.module.css'
import { usePreview } from './compensation.ts'
import { CompensationForm } from './CompensationForm.tsx'
import { PreviewCard } from './PreviewCard.tsx'
import { NO_ENTRY } from './request.ts'
import { RunTable } from './RunTable.tsx'

/** Grants to one or many players: a form, a preview, and the runs with their progress. */
export function CompensationPage({ path }: { readonly path: string }) {
  const { t } = useTranslation('support')
  useTitle(t('give.title'))
  const errorText = useErrorText()
  const [entry, setEntry] = useState(NO_ENTRY)
  const preview = usePreview()
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('give.title')}</h2>
      <CompensationForm
        entry={entry}
        isPending={preview.isPending}
        onChange={(changed) => {
          setEntry(changed)
          // The preview no longer matches the form.
          preview.reset()
        }}
        onSubmit={(request) => preview.mutate(request)}
      />
      {preview.error !== null && (
        <p role="alert" className={styles['problem']}>
          {errorText(preview.error)}
        </p>
      )}
      {preview.data !== undefined && (
        <PreviewCard
          key={preview.submittedAt}
          request={preview.variables}
          preview={preview.data}
          onStarted={() => {
            setEntry(NO_ENTRY)
            preview.reset()
          }}
        />
      )}
      <RunTable path={path} />
    </div>
  )
}
