import { useState } from 'react'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { useReachedEnd } from '../ui/gradual-rendering.tsx'
import { Backdrop } from './Backdrop.tsx'
import type { Land } from './scene.ts'

interface PlacePictureProps {
  readonly placeId: number
  /** What is found there; the first with an own icon is drawn. */
  readonly itemIds: readonly number[]
  readonly height: number
  readonly lands: readonly Land[]
  readonly className?: string | undefined
}

/**
 * The picture of a farm, a harvest or a hall. Drawn once its box is near the window: pages of a dozen places render
 * their controls first.
 */
export function PlacePicture({ placeId, itemIds, height, lands, className }: PlacePictureProps) {
  const [isNear, setNear] = useState(false)
  const box = useReachedEnd<HTMLDivElement>(() => setNear(true))
  const { data: catalogue } = useCatalogue()
  const icons = itemIds.map((itemId) => catalogue?.byId.get(itemId)?.IconUrl)
  const motif = icons.find((icon) => icon?.startsWith('/sprite'))
  return (
    <div ref={box} className={className}>
      {isNear && <Backdrop seed={placeId} height={height} lands={lands} motif={motif} />}
    </div>
  )
}
