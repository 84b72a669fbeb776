import { useTranslation } from 'react-i18next'
import { PlacePicture } from '#shared/art/PlacePicture.tsx'
import { HALL_LANDS } from '#shared/production/lands.ts'
import { owedAfter, type Hall, type Rentable } from '../model/salary.ts'
import styles from './HallSection.module.css'
import { PlusTile } from './PlusTile.tsx'
import type { RentMode } from './RentDialog.tsx'
import { RentTile } from './RentTile.tsx'
import { ShopList } from './ShopList.tsx'

const PICTURE_HEIGHT = 90
/** Of the halls' pictures. */
const SEEDS: Readonly<Record<Hall, number>> = { heroes: 6, relics: 3 }

interface HallSectionProps {
  readonly hall: Hall
  readonly rentables: readonly Rentable[]
  readonly sinceReadSec: number
  readonly onOpen: (itemId: number, mode: RentMode) => void
  readonly onTakeSalary: (itemId: number, coins: number) => void
}

/** One hall: what the player has there, the tile that adds to it, and what its shops sell. */
export function HallSection({ hall, rentables, sinceReadSec, onOpen, onTakeSalary }: HallSectionProps) {
  const { t } = useTranslation('rent')
  if (rentables.length === 0) return null
  const rented = rentables.filter(({ units, owed }) => units > 0 || owed >= 1)
  return (
    <section className={styles['hall']} aria-labelledby={`hall-${hall}`}>
      <div className={styles['banner']}>
        <PlacePicture
          place={`halls/${hall}`}
          seed={SEEDS[hall]}
          itemIds={rentables.map(({ config }) => config.item_id)}
          height={PICTURE_HEIGHT}
          lands={HALL_LANDS}
          className={styles['picture']}
        />
        <h2 id={`hall-${hall}`} className={styles['title']}>
          {t(`hall.${hall}`)}
        </h2>
      </div>
      <ul className={styles['tiles']}>
        {rented.map((rentable) => (
          <li key={rentable.config.item_id}>
            <RentTile
              rentable={rentable}
              coins={Math.floor(owedAfter(rentable, sinceReadSec))}
              onOpen={() => onOpen(rentable.config.item_id, rentable.units > 0 ? 'take_back' : 'put')}
              onTakeSalary={(coins) => onTakeSalary(rentable.config.item_id, coins)}
            />
          </li>
        ))}
        <li>
          <PlusTile rentables={rentables} onChoose={(itemId) => onOpen(itemId, 'put')} />
        </li>
      </ul>
      <ShopList rentables={rentables} onBuy={(itemId) => onOpen(itemId, 'buy')} />
    </section>
  )
}
