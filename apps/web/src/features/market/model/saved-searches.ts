import { readMarketView, writeMarketView, type MarketView } from './market-view.ts'

/** More than these nobody finds again; the oldest goes. */
export const SAVED_MAX = 12

/** A search of the market as its address has it: the same address is the same search, as a list or as a map. */
export function addressOf(view: MarketView): string {
  return new URLSearchParams(writeMarketView({ ...view, isMap: false })).toString()
}

export function viewOf(address: string): MarketView {
  return readMarketView(Object.fromEntries(new URLSearchParams(address)))
}

/** Reads what was kept; whatever is no list of addresses counts as none. */
export function readSaved(kept: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(kept ?? '[]')
    if (!Array.isArray(list)) return []
    return list.filter((each): each is string => typeof each === 'string' && each !== '').slice(0, SAVED_MAX)
  } catch {
    return []
  }
}

/** The newest comes first, once. */
export function withSearch(saved: readonly string[], address: string): readonly string[] {
  return [address, ...saved.filter((each) => each !== address)].slice(0, SAVED_MAX)
}
