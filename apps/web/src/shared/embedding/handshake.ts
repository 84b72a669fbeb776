import { READY_MESSAGE, readFavorites } from './messages.ts'

/** Where favourite recipes live, named by the specification (document 1 §9). */
export const FAVORITE_RECIPES_KEY = 'favoriteRecipes'

interface HandshakeOptions {
  /** Our own window, and through it the one around us. */
  readonly frame: Pick<Window, 'addEventListener' | 'removeEventListener'> & { readonly parent: MessageTarget }
  /** Origins that may frame us, as the server names them. */
  readonly parentOrigins: readonly string[]
  /** The origin around us, where the browser tells it. */
  readonly actualOrigin: string | undefined
  readonly storage: Pick<Storage, 'setItem'>
}

type MessageTarget = Pick<Window, 'postMessage'>

/**
 * Tells the page around us that we listen, and takes favourite recipes from it (document 1 §1). Only allowed origins
 * are spoken to, each by name, and only their page itself is heard: neither another origin nor another window.
 * @returns what ends it.
 */
export function startHandshake({ frame, parentOrigins, actualOrigin, storage }: HandshakeOptions): () => void {
  const origins = parentOrigins.filter((origin) => actualOrigin === undefined || origin === actualOrigin)
  const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (source !== frame.parent || !origins.includes(origin)) return
    const favorites = readFavorites(data)
    if (favorites !== undefined) storage.setItem(FAVORITE_RECIPES_KEY, JSON.stringify(favorites))
  }
  frame.addEventListener('message', hear)
  // A message to an origin that is not the parent's is dropped by the browser.
  for (const origin of origins) frame.parent.postMessage(READY_MESSAGE, origin)
  return () => frame.removeEventListener('message', hear)
}
