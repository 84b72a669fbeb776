import type { ItemDefinition, NamedTag } from '@clutch/contract'
import type { Language } from '@clutch/contract/constants'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { callApi } from '../api/api.ts'
import { savedLanguage } from '../i18n/i18n.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { assignBackplates } from './backplates.ts'
import { warmSearch } from './search.ts'

export interface Catalogue {
  readonly version: string
  readonly items: readonly ItemDefinition[]
  readonly byId: ReadonlyMap<number, ItemDefinition>
  /** Names of tags, in the languages whose texts are loaded. */
  readonly tagNames: ReadonlyMap<string, NamedTag['names']>
  /** Addresses of the game's own pictures, by `categories/<tag>`, `harvest/<id>`, `factory/<id>` or `halls/<hall>`. */
  readonly pictures: ReadonlyMap<string, string>
  /** The loaded language, which is enough to show items; searches need all of them. */
  readonly texts: Language | 'all'
}

const KEY = ['catalogue']

/** All item definitions; they change every few weeks, so one read per visit is enough. */
export const catalogueQuery = queryOptions({
  queryKey: KEY,
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  queryFn: ({ signal, client }): Promise<Catalogue> => {
    const known = client.getQueryData<Catalogue>(KEY)
    return readCatalogue(known, known?.texts ?? savedLanguage(), signal)
  },
})

/** Texts of all languages, replacing those of one. */
const allTextsQuery = queryOptions({
  queryKey: [...KEY, 'all-texts'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal, client }) => {
    await client.ensureQueryData(catalogueQuery)
    const whole = await readCatalogue(undefined, 'all', signal)
    client.setQueryData<Catalogue>(KEY, whole)
    return whole.version
  },
})

/** The catalogue. Deferred because it re-renders whole pages; user input keeps priority. */
export function useCatalogue() {
  const { data, error, isError, refetch } = useQuery(catalogueQuery)
  return { data: useDeferredValue(data), error, isError, refetch }
}

/** Loads the texts of all languages when needed: a search covers all of them (document 1 §5). */
export function useAllTexts(isNeeded: boolean): { readonly isLoading: boolean } {
  const { isLoading } = useQuery({ ...allTextsQuery, enabled: isNeeded })
  return { isLoading }
}

/** Loads the texts when the player switches to a language that is not loaded. */
export function useTextsOfLanguage(): void {
  const language = useLanguage()
  // Only observes the cache: pages that show items load it.
  const { data } = useQuery({ ...catalogueQuery, enabled: false })
  useAllTexts(data !== undefined && data.texts !== 'all' && data.texts !== language)
}

async function readCatalogue(
  known: Catalogue | undefined,
  texts: Catalogue['texts'],
  signal: AbortSignal,
): Promise<Catalogue> {
  const body = {
    ...(known !== undefined && { known_version: known.version }),
    ...(texts !== 'all' && { language: texts }),
  }
  const { version, items, tags, pictures: ownPictures } = await callApi('POST /v2/get-all-items', body, { signal })
  if (items === null) {
    if (known === undefined) throw new Error('The server reported an unchanged catalogue that is not cached')
    return known
  }
  const pictures = new Map(ownPictures.map(({ of, id, url }) => [`${of}/${id}`, url]))
  assignBackplates(items, pictures)
  warmSearch(items)
  return {
    version,
    items,
    byId: new Map(items.map((item) => [item.Itemdefid, item])),
    pictures,
    tagNames: new Map(tags.map(({ tag, names }) => [tag, names])),
    texts,
  }
}
