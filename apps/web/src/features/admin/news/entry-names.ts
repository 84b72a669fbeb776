import type { NewsContent } from '@clutch/contract'
import { newsTextIn } from '@clutch/contract/news-texts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#shared/i18n/use-language.ts'
import type { Draft } from './draft.ts'

/** Display name of a draft. */
export function useDraftName(): (draft: Draft) => string {
  const { t } = useTranslation('news')
  const language = useLanguage()
  return ({ kind, title, version }) => {
    const said = [title[language], ...Object.values(title)].find((text) => text.trim() !== '')
    if (kind === 'changelog') return version === '' ? t('kind.changelog') : t('changelog_of', { version })
    return said ?? t('kind.announcement')
  }
}

/** Display name of a saved entry. */
export function useContentName(): (content: NewsContent) => string {
  const { t } = useTranslation('news')
  const language = useLanguage()
  return (content) =>
    content.kind === 'changelog' ? t('changelog_of', { version: content.version }) : newsTextIn(content.title, language)
}
