import { useState } from 'react'
import { localStore } from '#shared/storage/browser-storage.ts'
import { DENSITIES, readColumns, writeColumns, type Density, type MarketColumn } from '../model/columns.ts'

const COLUMNS_KEY = 'marketColumns'
const DENSITY_KEY = 'marketDensity'

/** How the list looks: which columns it has and how close its rows lie; the browser keeps both. */
export interface ListLook {
  readonly columns: readonly MarketColumn[]
  readonly density: Density
}

export function useListLook(): readonly [ListLook, (change: Partial<ListLook>) => void] {
  const [look, setLook] = useState<ListLook>(() => ({
    columns: readColumns(localStore.getItem(COLUMNS_KEY)),
    density: DENSITIES.find((density) => density === localStore.getItem(DENSITY_KEY)) ?? 'comfortable',
  }))
  return [
    look,
    (change) => {
      const next = { ...look, ...change }
      localStore.setItem(COLUMNS_KEY, writeColumns(next.columns))
      localStore.setItem(DENSITY_KEY, next.density)
      setLook(next)
    },
  ]
}
