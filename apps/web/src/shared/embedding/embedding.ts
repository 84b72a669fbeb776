import { api, callApi } from '../api/api.ts'
import { tokens } from '../auth/session.ts'
import { isStoragePersistent, localStore } from '../storage/browser-storage.ts'
import { startHandshake } from './handshake.ts'

/**
 * Signs in again with the frame's own cookie, where the browser kept that but nothing else: after a reload there is no
 * token that could be renewed.
 */
export async function resumeSession(): Promise<void> {
  if (!isStoragePersistent && tokens.get() === null) await api.refresh()
}

/** Begins to speak with the page around us. Without the server's word on who may be there, nobody is spoken to. */
export async function startEmbedding(): Promise<void> {
  const { parent_origins: parentOrigins } = await callApi('GET /embedding')
  startHandshake({
    frame: window,
    parentOrigins,
    actualOrigin: window.location.ancestorOrigins?.[0],
    storage: { setItem: storeAloud },
  })
}

/** Browsers tell other tabs what was stored, never the page that stored it; what it shows must follow as well. */
function storeAloud(key: string, value: string): void {
  localStore.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
}
