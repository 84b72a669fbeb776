import { useEffect } from 'react'

/** Names the browser tab after the view. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? PRODUCT : `${title} · ${PRODUCT}`
  }, [title])
}

/** A name, the same in every language. */
export const PRODUCT = 'Clutch'
