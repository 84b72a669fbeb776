import { lazy, Suspense, type ComponentProps } from 'react'
import type { ConfirmDialog } from './ConfirmDialog.tsx'

const Dialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

/** The confirm dialog, whose code loads when something is asked for the first time. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  return <Suspense>{props.isOpen && <Dialog {...props} />}</Suspense>
}
