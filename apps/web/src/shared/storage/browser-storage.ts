import { createMemoryStorage } from './memory-storage.ts'

/**
 * The browser's storage, or one in memory where it grants none: a frame on another site may be refused any, and the
 * app must run there all the same.
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
/** Whether what is stored is there after a reload. */
export const isStoragePersistent = local.isKept
