import { READY_MESSAGE, readFavorites } from './messages.ts'

/** Storage key of the favourite recipes, named by the specification (document 1 §9). */
export const FAVORITE_RECIPES_KEY = 'favoriteRecipes'

interface HandshakeOptions {
  /** This window, and through it its parent. */
  readonly frame: Pick<Window, 'addEventListener' | 'removeEventListener'> & { readonly parent: MessageTarget }
  /** Origins that may embed this page, as named by the server. */
  readonly parentOrigins: readonly string[]
  /** The parent's origin, if the browser reveals it. */
  readonly actualOrigin: string | undefined
  readonly storage: Pick<Storage, 'setItem'>
}

type MessageTarget = Pick<Window, 'postMessage'>

/**
 * Notifies the embedding page that the app is ready, and accepts favourite recipes from it (document 1 §1). Sends only to
 * allowed origins, each by name, and accepts only messages of the parent window from such an origin.
 * @returns ends the handshake
 */
export function startHandshake({ frame, parentOrigins, actualOrigin, storage }: HandshakeOptions): () => void {
  const origins = parentOrigins.filter((origin) => actualOrigin === undefined || origin === actualOrigin)
  const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (source !== frame.parent || !origins.includes(origin)) return
    const favorites = readFavorites(data)
    if (favorites !== undefined) storage.setItem(FAVORITE_RECIPES_KEY, JSON.stringify(favorites))
  }
  frame.addEventListener('message', hear)
  // The browser drops a message to any other origin than the parent's.
  for (const origin of origins) frame.parent.postMessage(READY_MESSAGE, origin)
  return () => frame.removeEventListener('message', hear)
}
