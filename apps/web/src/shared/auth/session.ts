import { useSyncExternalStore } from 'react'
import { localStore } from '../storage/browser-storage.ts'
import { createTokenStore } from './token-store.ts'

/** The browser's token store. */
export const tokens = createTokenStore(localStore, window)

/** Whether a player is signed in; follows other tabs. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(tokens.subscribe, () => tokens.get() !== null)
}

/** The game client signs in automatically and must not be signed out by hand (document 1 §3). */
export function useLogoutHidden(): boolean {
  return useSyncExternalStore(tokens.subscribe, tokens.isLogoutHidden)
}
