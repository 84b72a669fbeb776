import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTitle } from '#shared/ui/use-title.ts'
import { EntryPage } from './EntryPage.tsx'
import { NewsList } from './NewsList.tsx'

/** Announcements and changelog: the list of entries, or the one in the address. */
export function NewsPage() {
  const { t } = useTranslation('news')
  useTitle(t('title'))
  const { entry } = useSearch({ strict: false }) as { entry?: string }
  return entry === undefined ? <NewsList /> : <EntryPage key={entry} entryId={entry} />
}
