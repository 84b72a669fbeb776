import { lazyChunk } from '../loading/lazy-chunk.tsx'
import { Suspense, type ComponentProps } from 'react'
import type { ConfirmDialog } from './ConfirmDialog.tsx'

const Dialog = lazyChunk(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

/** The confirm dialog; its chunk loads on first use. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  return <Suspense>{props.isOpen && <Dialog {...props} />}</Suspense>
}
