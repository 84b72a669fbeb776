import { LANGUAGES } from '@clutch/contract/constants'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAllTexts, useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { changeLanguage, LANGUAGE_NAMES } from '#shared/i18n/i18n.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { loadChunk } from '#shared/loading/load-chunk.ts'
import { itemHash } from '#shared/market/item-address.ts'
import { useCraftRecipes, useFactoryRecipes, useHarvestRecipes } from '#shared/production/recipes.ts'
import { DESTINATIONS, OTHER_DESTINATIONS } from '../shell/destinations.ts'
import { useSignOut } from '../shell/use-sign-out.ts'
import { itemEntries, recipeEntry, type Entry } from './palette-entries.ts'

type Texts = Readonly<Record<string, unknown>>

const shellTexts = import.meta.glob<{ readonly default: Texts }>('../../locales/*/shell.json')

/** The shell's texts in all languages. */
const shellTextsQuery = queryOptions({
  queryKey: ['shell-texts'],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    const parts = await Promise.all(Object.values(shellTexts).map((load) => loadChunk(load)))
    return parts.map((part) => part.default)
  },
})

interface PaletteEntries {
  readonly entries: readonly Entry[]
  /** Whether names in other languages are still missing. */
  readonly isLoading: boolean
}

/** All entries of the palette, with their names in all languages once these are loaded. */
export function usePaletteEntries(): PaletteEntries {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const language = useLanguage()
  const { data: catalogue } = useCatalogue()
  const { isLoading: areItemsLoading } = useAllTexts(true)
  const nameOf = useItemName()
  const { data: craft } = useCraftRecipes()
  const { data: factory } = useFactoryRecipes()
  const { data: harvest } = useHarvestRecipes()
  const { signOut } = useSignOut()
  const { data: texts = [], isLoading: areTextsLoading } = useQuery(shellTextsQuery)
  const namesIn = (key: string) => texts.flatMap((each) => textAt(each, key) ?? [])
  const isLoading = areItemsLoading || areTextsLoading

  const pages = [...DESTINATIONS, ...OTHER_DESTINATIONS].map(({ to, label }): Entry => ({
    key: to,
    group: 'pages',
    name: t(label),
    names: namesIn(label),
    run: () => void navigate({ to }),
  }))
  const actions: Entry[] = [
    ...LANGUAGES.map((choice): Entry => ({
      key: `language-${choice}`,
      group: 'actions',
      name: `${t('language')}: ${LANGUAGE_NAMES[choice]}`,
      names: namesIn('language'),
      run: () => void changeLanguage(choice),
    })),
    { key: 'sign-out', group: 'actions', name: t('action.sign_out'), names: namesIn('action.sign_out'), run: signOut },
  ]
  if (catalogue === undefined) return { entries: [...pages, ...actions], isLoading }
  const items = itemEntries(
    catalogue,
    language,
    (itemId) => void navigate({ to: '/marketplace/market', hash: itemHash(itemId) }),
  )
  const recipes = (craft?.recipes ?? []).map(({ TypeId, ItemForVision }): Entry => ({
    key: `craft-${TypeId}`,
    group: 'recipes',
    name: nameOf(ItemForVision),
    itemId: ItemForVision,
    names: [],
    run: () => void navigate({ to: '/craft/receipts', search: { recipe: String(TypeId) } }),
  }))
  const farms = (factory?.recipes ?? []).map(({ receipt_id, names }) =>
    recipeEntry(`factory-${receipt_id}`, names, language, () => void navigate({ to: '/factory/receipts' })),
  )
  const harvests = (harvest ?? []).map(({ receipt_id, names }) =>
    recipeEntry(
      `harvest-${receipt_id}`,
      names,
      language,
      () => void navigate({ to: '/harvest/receipts', search: { recipe: String(receipt_id) } }),
    ),
  )
  return { entries: [...pages, ...items, ...recipes, ...farms, ...harvests, ...actions], isLoading }
}

function textAt(texts: Texts, key: string): string | undefined {
  let node: unknown = texts
  for (const part of key.split('.'))
    node = typeof node === 'object' && node !== null ? Reflect.get(node, part) : undefined
  return typeof node === 'string' ? node : undefined
}
