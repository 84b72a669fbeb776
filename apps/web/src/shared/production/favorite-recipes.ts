import { useSyncExternalStore } from 'react'
import { FAVORITE_RECIPES_KEY } from '../embedding/handshake.ts'
import { localStore } from '../storage/browser-storage.ts'

type Favorites = ReadonlySet<number>

const NONE: Favorites = new Set()
const listeners = new Set<() => void>()
let known: { readonly text: string | null; readonly favorites: Favorites } = { text: null, favorites: NONE }

/** The stored favourites; the same set as long as the stored text is the same. */
function readFavorites(): Favorites {
  const text = localStore.getItem(FAVORITE_RECIPES_KEY)
  if (text !== known.text) known = { text, favorites: parseFavorites(text) }
  return known.favorites
}

/** Parses a stored list; skips everything but integers. */
export function parseFavorites(text: string | null): Favorites {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return new Set(Array.isArray(list) ? list.filter((entry): entry is number => Number.isSafeInteger(entry)) : [])
  } catch {
    return NONE
  }
}

/** Another tab or the embedding page may change them too; re-read when the page becomes visible. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  window.addEventListener('focus', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
    window.removeEventListener('focus', listener)
  }
}

/** Favourite recipes, stored in local storage under `favoriteRecipes` (document 1 §9), and a setter. */
export function useFavoriteRecipes() {
  const favorites = useSyncExternalStore(subscribe, readFavorites)
  return {
    favorites,
    toggle: (recipeId: number) => {
      const next = new Set(readFavorites())
      if (!next.delete(recipeId)) next.add(recipeId)
      localStore.setItem(FAVORITE_RECIPES_KEY, JSON.stringify([...next]))
      for (const listener of listeners) listener()
    },
  }
}
