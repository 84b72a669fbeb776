import { useTranslation } from 'react-i18next'
import { useLanguage } from '../i18n/use-language.ts'
import { useCatalogue } from './catalogue.ts'
import { itemName } from './item-text.ts'

/** Names by id; an item the catalogue lacks shows as "Item #7" (document 1 §8). */
export function useItemName(): (itemId: number) => string {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: catalogue } = useCatalogue()
  return (itemId) => {
    const item = catalogue?.byId.get(itemId)
    return item === undefined ? t('item.unknown', { id: itemId }) : itemName(item, language)
  }
}
