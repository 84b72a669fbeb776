/** The `postMessage` messages between the app and the windows around it; described in docs/embedding.md. */

/** To the embedding page: ready for messages. */
export const READY_MESSAGE = { type: 'clutch:ready', version: 1 } as const

const FAVORITES_TYPE = 'clutch:favorite-recipes'
const SIGNED_IN_TYPE = 'clutch:signed-in'

/** No genuine list of favourites is longer. */
export const FAVORITE_RECIPES_MAX = 1_000
const TOKEN_MAX = 4_096
const TOKEN_FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * The recipe ids of a `{type: 'clutch:favorite-recipes', recipes: [1, 2]}`, each once. Undefined for any other message,
 * and for a list with any invalid id: half a list is not what the parent meant.
 */
export function readFavorites(message: unknown): readonly number[] | undefined {
  if (!isMessage(message, FAVORITES_TYPE) || !('recipes' in message) || !Array.isArray(message.recipes))
    return undefined
  if (message.recipes.length > FAVORITE_RECIPES_MAX) return undefined
  const ids: unknown[] = message.recipes
  return ids.every(isRecipeId) ? [...new Set(ids)] : undefined
}

/** Message from the sign-in window to the frame that opened it. */
export function signedInMessage(token: string) {
  return { type: SIGNED_IN_TYPE, token }
}

/** The token of such a message; undefined for any other. */
export function readSignedIn(message: unknown): string | undefined {
  if (!isMessage(message, SIGNED_IN_TYPE) || !('token' in message) || typeof message.token !== 'string')
    return undefined
  return message.token.length <= TOKEN_MAX && TOKEN_FORM.test(message.token) ? message.token : undefined
}

function isMessage(message: unknown, type: string): message is object {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type
}

function isRecipeId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
