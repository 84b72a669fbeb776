import { useState } from 'react'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { useReachedEnd } from '../ui/gradual-rendering.tsx'
import { Backdrop } from './Backdrop.tsx'
import styles from './Backdrop.module.css'
import type { Land } from './scene.ts'

export interface PlacePictureProps {
  /** Names the game's own picture, if it has one. */
  readonly place: `${'harvest' | 'factory' | 'halls'}/${number | string}`
  /** Of the drawn landscape. */
  readonly seed: number
  /** What is found there; the first with an own icon is drawn. */
  readonly itemIds: readonly number[]
  readonly height: number
  readonly lands: readonly Land[]
  readonly className?: string | undefined
}

/**
 * The picture of a farm, a harvest or a hall: the game's own, or a drawn one. It appears once its box is near the
 * window: pages of a dozen places render their controls first.
 */
export function PlacePicture({ place, seed, itemIds, height, lands, className }: PlacePictureProps) {
  const [isNear, setNear] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const box = useReachedEnd<HTMLDivElement>(() => setNear(true))
  const { data: catalogue } = useCatalogue()
  const own = isMissing ? undefined : catalogue?.pictures.get(place)
  const icons = itemIds.map((itemId) => catalogue?.byId.get(itemId)?.IconUrl)
  const motif = icons.find((icon) => icon?.startsWith('/sprite'))
  return (
    <div ref={box} className={className}>
      {isNear &&
        (own === undefined ? (
          <Backdrop seed={seed} height={height} lands={lands} motif={motif} />
        ) : (
          <img className={styles['own']} src={own} alt="" onError={() => setMissing(true)} />
        ))}
    </div>
  )
}
