import { useEffect, useRef, type MouseEvent } from 'react'
import { useErrorText } from '../i18n/use-error-text.ts'
import { api } from '../api/api.ts'
import { forgetInvite } from '../auth/invite.ts'
import { tokens } from '../auth/session.ts'
import { showToast } from '../ui/toast-store.ts'
import { openSignInWindow } from './sign-in-window.ts'

/** Signs a framed app in through a window, and exchanges its token for a session of the frame. */
export function useFramedSignIn(address: string): (event: MouseEvent) => void {
  const errorText = useErrorText()
  const stop = useRef<(() => void) | undefined>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return (event) => {
    stop.current?.()
    stop.current = openSignInWindow(address, (token) => {
      api.openFrameSession(token).then(
        (opened) => {
          tokens.set(opened)
          forgetInvite()
        },
        (error: unknown) => showToast(errorText(error), 'error'),
      )
    })
    // If no window may open, the link itself still works.
    if (stop.current !== undefined) event.preventDefault()
  }
}
