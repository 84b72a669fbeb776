import type { ItemDefinition, NamedTag } from '@clutch/contract'
import type { Language } from '@clutch/contract/constants'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { callApi } from '../api/api.ts'
import { savedLanguage } from '../i18n/i18n.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { warmSearch } from './search.ts'

export interface Catalogue {
  readonly version: string
  readonly items: readonly ItemDefinition[]
  readonly byId: ReadonlyMap<number, ItemDefinition>
  /** How tags read, in the languages whose texts are there. */
  readonly tagNames: ReadonlyMap<string, NamedTag['names']>
  /** The language whose texts are there, which is enough to show items; searches go through those of all. */
  readonly texts: Language | 'all'
}

const KEY = ['catalogue']

/** Every item definition; they change every few weeks, so one read per visit is enough. */
export const catalogueQuery = queryOptions({
  queryKey: KEY,
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  queryFn: ({ signal, client }): Promise<Catalogue> => {
    const known = client.getQueryData<Catalogue>(KEY)
    return readCatalogue(known, known?.texts ?? savedLanguage(), signal)
  },
})

/** The texts of all languages, in place of those of one. */
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

/** The catalogue. Its arrival draws whole pages: as a deferred value it lets whoever presses meanwhile go first. */
export function useCatalogue() {
  const { data, error, isError, refetch } = useQuery(catalogueQuery)
  return { data: useDeferredValue(data), error, isError, refetch }
}

/** Fetches the texts of all languages once they are needed: a search looks at all of them (document 1 §5). */
export function useAllTexts(isNeeded: boolean): void {
  useQuery({ ...allTextsQuery, enabled: isNeeded })
}

/** Fetches them when another language is chosen than the one whose texts are there. */
export function useTextsOfLanguage(): void {
  const language = useLanguage()
  // Looks at what is there: only pages that show items ask for them.
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
  const { version, items, tags } = await callApi('POST /v2/get-all-items', body, { signal })
  if (items === null) {
    if (known === undefined) throw new Error('The server skipped a catalogue we do not have')
    return known
  }
  warmSearch(items)
  return {
    version,
    items,
    byId: new Map(items.map((item) => [item.Itemdefid, item])),
    tagNames: new Map(tags.map(({ tag, names }) => [tag, names])),
    texts,
  }
}
