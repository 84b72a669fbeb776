import { api, callApi } from '../api/api.ts'
import { tokens } from '../auth/session.ts'
import { isStoragePersistent, localStore } from '../storage/browser-storage.ts'
import { startHandshake } from './handshake.ts'

/**
 * Signs in with the frame's own cookie: after a reload the browser may have kept only that, and there is no token to
 * renew.
 */
export async function resumeSession(): Promise<void> {
  if (!isStoragePersistent && tokens.get() === null) await api.refresh()
}

/** Starts the handshake with the embedding page. Without the server's list of allowed origins nothing is sent. */
export async function startEmbedding(): Promise<void> {
  const { parent_origins: parentOrigins } = await callApi('GET /embedding')
  startHandshake({
    frame: window,
    parentOrigins,
    actualOrigin: window.location.ancestorOrigins?.[0],
    storage: { setItem: storeAloud },
  })
}

/** Browsers send storage events to other tabs only; this page must update as well. */
function storeAloud(key: string, value: string): void {
  localStore.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
}
