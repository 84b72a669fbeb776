import { IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PlacePicture, type PlacePictureProps } from '../art/PlacePicture.tsx'
import type { Land } from '../art/scene.ts'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useFormat } from '../format/use-format.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { useCraftRecipes, useFactoryRecipes, useHarvestRecipes } from './recipes.ts'
import { useDuration, useHours } from './use-duration.ts'
import { FARM_LANDS, HARVEST_LANDS } from './lands.ts'
import { ItemTile } from '../ui/ItemTile.tsx'
import styles from './Teaser.module.css'

const SHOWN_MAX = 12
const TILE_SIZE = 44
const PICTURE_HEIGHT = 240

/** What an area shows visitors who are not signed in. */
export function Teaser({ area }: { readonly area: 'craft' | 'factory' | 'harvest' }) {
  switch (area) {
    case 'craft':
      return <CraftTeaser />
    case 'factory':
      return <FarmTeaser />
    case 'harvest':
      return <HarvestTeaser />
  }
}

/** Recipes from all over the list, so that not all of them are of one kind. */
function CraftTeaser() {
  const nameOf = useItemName()
  const duration = useDuration()
  const { data: catalogue } = useCatalogue()
  const recipes = useCraftRecipes().data?.recipes ?? []
  const step = Math.max(1, Math.floor(recipes.length / SHOWN_MAX))
  const shown = recipes.filter((_, index) => index % step === 0).slice(0, SHOWN_MAX)
  return (
    <Cards more={recipes.length - shown.length}>
      {shown.map(({ TypeId, ItemForVision, TimeCraftSec }) => (
        <li key={TypeId} className={styles['recipe']}>
          <ItemTile item={catalogue?.byId.get(ItemForVision)} size={TILE_SIZE} />
          <div>
            <h3 className={styles['name']}>{nameOf(ItemForVision)}</h3>
            <Time>{duration(TimeCraftSec)}</Time>
          </div>
        </li>
      ))}
    </Cards>
  )
}

function FarmTeaser() {
  const language = useLanguage()
  const recipes = useFactoryRecipes().data?.recipes ?? []
  return (
    <Cards more={0}>
      {recipes.map(({ receipt_id, names, timer_result_ids, required_list }) => (
        <Place
          key={receipt_id}
          place={`factory/${receipt_id}`}
          seed={receipt_id}
          name={names[language]}
          itemIds={[...timer_result_ids, ...required_list.map(({ type_id }) => type_id)]}
          lands={FARM_LANDS}
        />
      ))}
    </Cards>
  )
}

function HarvestTeaser() {
  const language = useLanguage()
  const hours = useHours()
  const recipes = useHarvestRecipes().data ?? []
  return (
    <Cards more={0}>
      {recipes.map(({ receipt_id, names, duration_hour, result }) => (
        <Place
          key={receipt_id}
          place={`harvest/${receipt_id}`}
          seed={receipt_id}
          name={names[language]}
          time={hours(duration_hour)}
          itemIds={result.map(({ item_id }) => item_id)}
          lands={HARVEST_LANDS}
        />
      ))}
    </Cards>
  )
}

function Cards({ more, children }: { readonly more: number; readonly children: ReactNode }) {
  const { t } = useTranslation('production')
  const format = useFormat()
  return (
    <>
      <ul className={styles['cards']}>{children}</ul>
      {more > 0 && <p className={styles['more']}>{t('links.more', { amount: format.exact(more) })}</p>}
    </>
  )
}

interface PlaceProps {
  readonly place: PlacePictureProps['place']
  readonly seed: number
  readonly name: string
  readonly time?: string
  readonly itemIds: readonly number[]
  readonly lands: readonly Land[]
}

function Place({ place, seed, name, time, itemIds, lands }: PlaceProps) {
  return (
    <li className={styles['place']}>
      <PlacePicture
        place={place}
        seed={seed}
        itemIds={itemIds}
        height={PICTURE_HEIGHT}
        lands={lands}
        className={styles['picture']}
      />
      <h3 className={styles['name']}>{name}</h3>
      {time !== undefined && <Time>{time}</Time>}
    </li>
  )
}

function Time({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles['time']}>
      <IconClock size={13} aria-hidden="true" /> {children}
    </p>
  )
}
