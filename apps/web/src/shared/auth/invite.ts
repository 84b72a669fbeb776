import { localStore } from '../storage/browser-storage.ts'

const PARAMETER = 'invite'
const STORAGE_KEY = 'invite'

/** Stores whose referral link was followed until a sign-in here, and removes it from the address. */
export function persistInvite(location: Location): void {
  const url = new URL(location.href)
  const invite = url.searchParams.get(PARAMETER)
  if (invite === null) return
  localStore.setItem(STORAGE_KEY, invite)
  url.searchParams.delete(PARAMETER)
  window.history.replaceState(window.history.state, '', url)
}

/** Clears the invite after sign-in, so that the next account on this browser is not credited to it. */
export function forgetInvite(): void {
  localStore.removeItem(STORAGE_KEY)
}

/** Address of the platform's sign-in, with the followed referral link. It counts for new players only. */
export function signInAddress(): string {
  const invite = localStore.getItem(STORAGE_KEY)
  return invite === null ? '/api/auth/steam' : `/api/auth/steam?${new URLSearchParams({ [PARAMETER]: invite })}`
}
