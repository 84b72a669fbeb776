import { useState } from 'react'
import { localStore } from '#shared/storage/browser-storage.ts'
import type { MarketView } from '../model/market-view.ts'
import { addressOf, readSaved, withSearch } from '../model/saved-searches.ts'

const KEY = 'savedSearches'

/** Searches kept in this browser, newest first. */
export function useSavedSearches() {
  const [saved, setSaved] = useState(() => readSaved(localStore.getItem(KEY)))
  const keep = (next: readonly string[]) => {
    localStore.setItem(KEY, JSON.stringify(next))
    setSaved(next)
  }
  return {
    saved,
    save: (view: MarketView) => keep(withSearch(saved, addressOf(view))),
    forget: (address: string) => keep(saved.filter((each) => each !== address)),
  }
}
