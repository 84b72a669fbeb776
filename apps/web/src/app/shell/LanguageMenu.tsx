import { LANGUAGES } from '@clutch/contract/constants'
import { IconCheck, IconChevronDown, IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, LANGUAGE_NAMES } from '#shared/i18n/i18n.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { Button } from '#shared/ui/Button.tsx'
import styles from './LanguageMenu.module.css'

export const LANGUAGE_MENU_ID = 'language-menu'

/** The current language, and the six to choose from under their native names. */
export function LanguageMenu() {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <div className={styles['menu']}>
      <Button look="quiet" popoverTarget={LANGUAGE_MENU_ID} className={styles['opener']} title={t('language')}>
        <IconLanguage size={18} stroke={1.6} aria-hidden="true" />
        <span className="visually-hidden">{t('language')}: </span>
        <span className={styles['current']}>{LANGUAGE_NAMES[language]}</span>
        <IconChevronDown size={14} aria-hidden="true" className={styles['chevron']} />
      </Button>
      <div id={LANGUAGE_MENU_ID} popover="auto" className={styles['list']} aria-label={t('language')}>
        {LANGUAGES.map((choice) => (
          <Button
            key={choice}
            look="quiet"
            lang={choice}
            className={styles['choice']}
            aria-current={choice === language || undefined}
            popoverTarget={LANGUAGE_MENU_ID}
            popoverTargetAction="hide"
            onClick={() => void changeLanguage(choice)}
          >
            {LANGUAGE_NAMES[choice]}
            {choice === language && <IconCheck size={16} aria-hidden="true" />}
          </Button>
        ))}
      </div>
    </div>
  )
}
