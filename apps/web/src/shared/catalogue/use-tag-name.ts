import { useLanguage } from '../i18n/use-language.ts'
import { useCatalogue } from './catalogue.ts'
import { tagName } from './tag-name.ts'

/** How tags read in the language of the page. */
export function useTagName(): (tag: string) => string {
  const language = useLanguage()
  const { data } = useCatalogue()
  return (tag) => tagName(tag, data?.tagNames, language)
}
