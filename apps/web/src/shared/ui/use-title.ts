import { useEffect } from 'react'

/** Sets the page title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? PRODUCT : `${title} · ${PRODUCT}`
  }, [title])
}

/** A name, the same in every language. */
export const PRODUCT = 'Clutch'
