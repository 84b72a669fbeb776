import type { RoulettePrize } from '@clutch/contract'
import { useState } from 'react'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { Coin } from '#shared/ui/Coin.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { reelFor } from '../model/reel.ts'
import styles from './Reel.module.css'

const TILE_SIZE = 64
const COIN_SIZE = 40

/** From 0 up to, and without, 1: which prizes pass by is for show, the one that stops was drawn by the server. */
const share = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

interface ReelProps {
  readonly prizes: readonly RoulettePrize[]
  /** Index where the reel stops; the first prize before the first spin. */
  readonly prizeIndex: number | undefined
  readonly onStopped: () => void
}

/** Prizes that pass by and stop at the one that was drawn. Who asks for less motion sees it stand at once. */
export function Reel({ prizes, prizeIndex, onStopped }: ReelProps) {
  const { data: catalogue } = useCatalogue()
  const [{ tiles, stopAt }] = useState(() =>
    reelFor(
      prizeIndex ?? 0,
      prizes.map(({ weight }) => weight),
      share,
    ),
  )
  return (
    <div className={styles['window']} data-passing aria-hidden="true">
      <ul
        className={styles['strip']}
        data-spinning={prizeIndex !== undefined || undefined}
        style={{ '--stop': stopAt }}
        onAnimationEnd={onStopped}
      >
        {tiles.map((index, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a place on the reel is what it is for as long as it turns
          <li key={place} className={styles['tile']} data-stop={place === stopAt || undefined}>
            {prizes[index]?.item_id === 0 ? (
              <Coin coin="coin" size={COIN_SIZE} />
            ) : (
              <ItemTile item={catalogue?.byId.get(prizes[index]?.item_id ?? 0)} size={TILE_SIZE} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
