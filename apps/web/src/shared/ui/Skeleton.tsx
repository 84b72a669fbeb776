import { useTranslation } from 'react-i18next'
import styles from './Skeleton.module.css'

/** About a screen of boxes in each shape. */
const BOX_COUNTS = {
  rows: 14,
  entries: 10,
  cards: 12,
  places: 6,
  tiles: 30,
  sections: 3,
  figures: 7,
  harvest: 4,
  halls: 6,
  wheel: 6,
} as const

interface SkeletonProps {
  /** What comes: lists, grids, or the layout of one page. */
  readonly shape?: keyof typeof BOX_COUNTS
}

/** A placeholder in the shape of what loads, so that nothing moves when the data arrives. */
export function Skeleton({ shape = 'rows' }: SkeletonProps) {
  const { t } = useTranslation()
  return (
    <output aria-label={t('state.loading')} className={styles['skeleton']} data-shape={shape}>
      {Array.from({ length: BOX_COUNTS[shape] }, (_, box) => (
        <span key={box} />
      ))}
    </output>
  )
}
