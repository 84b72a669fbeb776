import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '../catalogue/use-item-name.ts'
import { Button } from '../ui/Button.tsx'
import styles from './StarButton.module.css'
import { useWatch } from './watchlist.ts'

/** Adds an item to the player's watchlist, or removes it. */
export function StarButton({ itemId }: { readonly itemId: number }) {
  const { t } = useTranslation('watch')
  const name = useItemName()(itemId)
  const { isWatched, toggle } = useWatch(itemId)
  const Star = isWatched ? IconStarFilled : IconStar
  return (
    <Button
      look="quiet"
      isIcon
      className={styles['star']}
      aria-pressed={isWatched}
      aria-label={t('star.label', { name })}
      title={t(isWatched ? 'star.remove' : 'star.add')}
      onClick={toggle}
    >
      <Star size={20} stroke={1.6} />
    </Button>
  )
}
