import { useLanguage } from '../i18n/use-language.ts'
import { useCatalogue } from './catalogue.ts'
import { tagName } from './tag-name.ts'

/** Names of tags in the page's language. */
export function useTagName(): (tag: string) => string {
  const language = useLanguage()
  const { data } = useCatalogue()
  return (tag) => tagName(tag, data?.tagNames, language)
}
