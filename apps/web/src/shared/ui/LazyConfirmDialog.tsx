import { lazyPart } from '../loading/lazy-part.tsx'
import { Suspense, type ComponentProps } from 'react'
import type { ConfirmDialog } from './ConfirmDialog.tsx'

const Dialog = lazyPart(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

/** The confirm dialog, whose code loads when something is asked for the first time. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  return <Suspense>{props.isOpen && <Dialog {...props} />}</Suspense>
}
