import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import styles from './StarButton.module.css'

interface StarButtonProps {
  readonly name: string
  readonly isOn: boolean
  readonly onPress: () => void
}

/** Toggles a recipe as a favourite. */
export function StarButton({ name, isOn, onPress }: StarButtonProps) {
  const { t } = useTranslation('production')
  const Star = isOn ? IconStarFilled : IconStar
  return (
    <Button
      look="quiet"
      isIcon
      className={isOn ? styles['on'] : undefined}
      aria-pressed={isOn}
      aria-label={t('favorite', { name })}
      title={t('favorite', { name })}
      onClick={onPress}
    >
      <Star size={16} />
    </Button>
  )
}
