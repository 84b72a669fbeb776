import { sessionStore } from '../storage/browser-storage.ts'

const STORAGE_KEY = 'return_to'

/** Remembers in this tab where the player is, before the platform's sign-in takes its place. */
export function persistReturnAddress({ pathname, search, hash }: Location): void {
  sessionStore.setItem(STORAGE_KEY, pathname + search + hash)
}

/** The address that a sign-in of this tab began at, once; the main page when it is not known. */
export function claimReturnAddress(): string {
  const address = sessionStore.getItem(STORAGE_KEY)
  sessionStore.removeItem(STORAGE_KEY)
  // Only pages of ours: two slashes would lead to another host.
  return address !== null && /^\/(?!\/|auth\/)/.test(address) ? address : '/'
}
