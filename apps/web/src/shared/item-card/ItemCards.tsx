import { Suspense, useEffect, useState } from 'react'
import { lazyChunk } from '../loading/lazy-chunk.tsx'
import { watchPictures, type ShownItem } from './picture-events.ts'

const ItemCard = lazyChunk(async () => (await import('./ItemCard.tsx')).ItemCard)

/** The card of the item picture that is hovered, focused or pressed long, on every page. */
export function ItemCards() {
  const [shown, show] = useState<ShownItem | null>(null)
  useEffect(() => watchPictures(show), [])
  if (shown === null) return null
  return (
    <Suspense>
      <ItemCard key={shown.itemId} anchor={shown.anchor} itemId={shown.itemId} />
    </Suspense>
  )
}
