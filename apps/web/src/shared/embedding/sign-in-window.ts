import { readSignedIn, signedInMessage } from './messages.ts'

/** Tells a sign-in window from any other page: its opener named it so. */
const WINDOW_NAME = 'clutch-sign-in'
const WINDOW_FEATURES = 'popup,width=480,height=720'

/**
 * Opens the platform's sign-in in a window of its own, for it refuses frames, and waits for the token that the window
 * hands back. Only that window is heard, and only while it shows a page of ours.
 * @returns what stops waiting, or undefined when the browser opened no window
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
 * In a sign-in window: hands the token to the frame that opened it, if that shows a page of ours, and closes.
 * @returns whether this is such a window; elsewhere nothing happens
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
