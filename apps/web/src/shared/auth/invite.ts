import { localStore } from '../storage/browser-storage.ts'

const PARAMETER = 'invite'
const STORAGE_KEY = 'invite'

/** Keeps whose referral link was followed until somebody signs in here, and takes it out of the address. */
export function persistInvite(location: Location): void {
  const url = new URL(location.href)
  const invite = url.searchParams.get(PARAMETER)
  if (invite === null) return
  localStore.setItem(STORAGE_KEY, invite)
  url.searchParams.delete(PARAMETER)
  window.history.replaceState(window.history.state, '', url)
}

/** Somebody has signed in here: whoever comes to this browser next has followed no link. */
export function forgetInvite(): void {
  localStore.removeItem(STORAGE_KEY)
}

/** Where the platform's sign-in begins, with the link that was followed. It counts for new players only. */
export function signInAddress(): string {
  const invite = localStore.getItem(STORAGE_KEY)
  return invite === null ? '/api/auth/steam' : `/api/auth/steam?${new URLSearchParams({ [PARAMETER]: invite })}`
}
