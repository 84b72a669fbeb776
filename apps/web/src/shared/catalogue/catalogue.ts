import type { ItemDefinition } from '@clutch/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useSignedIn } from '../auth/session.ts'
import { warmSearch } from './search.ts'

export interface Catalogue {
  readonly version: string
  readonly items: readonly ItemDefinition[]
  readonly byId: ReadonlyMap<number, ItemDefinition>
}

const KEY = ['catalogue']

/** Every item definition; they change every few weeks, so one read per visit is enough. */
export const catalogueQuery = queryOptions({
  queryKey: KEY,
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  queryFn: async ({ signal, client }): Promise<Catalogue> => {
    const known = client.getQueryData<Catalogue>(KEY)
    const body = known === undefined ? {} : { known_version: known.version }
    const { version, items } = await callApi('POST /v2/get-all-items', body, { signal })
    if (items === null) {
      if (known === undefined) throw new Error('The server skipped a catalogue we do not have')
      return known
    }
    warmSearch(items)
    return { version, items, byId: new Map(items.map((item) => [item.Itemdefid, item])) }
  },
})

export function useCatalogue() {
  return useQuery({ ...catalogueQuery, enabled: useSignedIn() })
}
