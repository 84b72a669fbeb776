/** Storage keys of the access token and of the logout control's flag, named by the specification (document 1 §3). */
const TOKEN_KEY = 'access_token'
const LOGOUT_HIDDEN_KEY = 'is_logout_hidden'

export interface TokenStore {
  readonly get: () => string | null
  readonly set: (token: string | null) => void
  /** Notifies about every change, also of other tabs. */
  readonly subscribe: (listener: () => void) => () => void
  readonly isLogoutHidden: () => boolean
  readonly hideLogout: (hidden: boolean) => void
}

/** Reads from storage each time, so that two tabs can never disagree about who is signed in. */
export function createTokenStore(storage: Storage, events: Pick<Window, 'addEventListener'>): TokenStore {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  events.addEventListener('storage', (event: StorageEvent) => {
    if (event.key === TOKEN_KEY || event.key === LOGOUT_HIDDEN_KEY || event.key === null) notify()
  })
  return {
    get: () => storage.getItem(TOKEN_KEY),
    set(token) {
      if (token === storage.getItem(TOKEN_KEY)) return
      if (token === null) storage.removeItem(TOKEN_KEY)
      else storage.setItem(TOKEN_KEY, token)
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isLogoutHidden: () => storage.getItem(LOGOUT_HIDDEN_KEY) === 'true',
    hideLogout(hidden) {
      if (hidden) storage.setItem(LOGOUT_HIDDEN_KEY, 'true')
      else storage.removeItem(LOGOUT_HIDDEN_KEY)
      notify()
    },
  }
}
