import { readSignedIn, signedInMessage } from './messages.ts'

/** Window name that identifies the sign-in window. */
const WINDOW_NAME = 'clutch-sign-in'
const WINDOW_FEATURES = 'popup,width=480,height=720'

/**
 * Opens the platform's sign-in in a window, since it refuses to be framed, and waits for the token. Accepts messages of
 * that window only, and only from this origin.
 * @returns stops waiting; undefined if the browser opened no window
 */
export function openSignInWindow(address: string, onToken: (token: string) => void): (() => void) | undefined {
  const opened = window.open(address, WINDOW_NAME, WINDOW_FEATURES)
  if (opened === null) return undefined
  const controller = new AbortController()
  window.addEventListener(
    'message',
    ({ origin, source, data }: MessageEvent<unknown>) => {
      if (source !== opened || origin !== window.location.origin) return
      const token = readSignedIn(data)
      if (token === undefined) return
      controller.abort()
      onToken(token)
    },
    { signal: controller.signal },
  )
  return () => controller.abort()
}

/**
 * In a sign-in window: hands the token to the opener, if that has this origin, and closes.
 * @returns whether this is a sign-in window
 */
export function handTokenBack(token: string): boolean {
  const opener: unknown = window.opener
  if (window.name !== WINDOW_NAME || !isWindow(opener)) return false
  opener.postMessage(signedInMessage(token), window.location.origin)
  window.close()
  return true
}

function isWindow(value: unknown): value is Window {
  return typeof value === 'object' && value !== null && 'postMessage' in value
}
