import type { ItemDefinition } from '@clutch/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { itemName } from '../catalogue/item-text.ts'
import { useFormat } from '../format/use-format.ts'
import { useLanguage } from './use-language.ts'

/**
 * The text of an error: the translation of its code, more specific if it names a limit, or else the server's message.
 */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation('errors')
  const format = useFormat()
  const language = useLanguage()
  const client = useQueryClient()
  return (error) => {
    if (!(error instanceof ApiError)) return t('internal')
    const context = String(error.params['limit'] ?? '')
    return i18n.exists(`errors:${error.code}`) ? t(error.code, { ...written(error.params), context }) : error.message
  }

  /** Numbers in the language's format, but a count stays a number for the plural form. */
  function written({ item_id, ...params }: ApiError['params']): Record<string, unknown> {
    const figures = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' && name !== 'count' ? format.exact(value) : value,
    ])
    return { ...Object.fromEntries(figures), ...(typeof item_id === 'number' && { item_id, item: nameOf(item_id) }) }
  }

  /** Reads the cache only: an error text must not load the catalogue. */
  function nameOf(itemId: number): string {
    const catalogue = client.getQueryData<{ readonly byId: ReadonlyMap<number, ItemDefinition> }>(['catalogue'])
    const item = catalogue?.byId.get(itemId)
    return item === undefined ? t('shell:item.unknown', { id: itemId }) : itemName(item, language)
  }
}
