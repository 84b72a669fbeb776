import { createMemoryStorage } from './memory-storage.ts'

/**
 * The browser's storage, or one in memory if it is unavailable: a frame on another site may be denied storage, and the
 * app must still run.
 */
export function openStorage(find: () => Storage): { readonly storage: Storage; readonly isKept: boolean } {
  try {
    return { storage: find(), isKept: true }
  } catch {
    return { storage: createMemoryStorage(), isKept: false }
  }
}

const local = openStorage(() => window.localStorage)

export const localStore = local.storage
export const sessionStore = openStorage(() => window.sessionStorage).storage
/** Whether stored values survive a reload. */
export const isStoragePersistent = local.isKept
