import { sessionStore } from '../storage/browser-storage.ts'

const STORAGE_KEY = 'return_to'

/** Stores in this tab where the player is before the platform's sign-in replaces the page. */
export function persistReturnAddress({ pathname, search, hash }: Location): void {
  sessionStore.setItem(STORAGE_KEY, pathname + search + hash)
}

/** Returns, once, the address where this tab's sign-in began; the home page if unknown. */
export function claimReturnAddress(): string {
  const address = sessionStore.getItem(STORAGE_KEY)
  sessionStore.removeItem(STORAGE_KEY)
  // Own pages only: two slashes would lead to another host.
  return address !== null && /^\/(?!\/|auth\/)/.test(address) ? address : '/'
}
