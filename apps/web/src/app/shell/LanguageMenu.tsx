import { LANGUAGES } from '@clutch/contract/constants'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, LANGUAGE_NAMES, supportedLanguage } from '#shared/i18n/i18n.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import styles from './LanguageMenu.module.css'

/** The browser's own menu: it fits every device and needs no code. */
export function LanguageMenu() {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <label className={styles['menu']}>
      <IconLanguage size={18} stroke={1.6} aria-hidden="true" />
      <span className="visually-hidden">{t('language')}</span>
      <select value={language} onChange={(event) => void changeLanguage(supportedLanguage(event.target.value))}>
        {LANGUAGES.map((choice) => (
          <option key={choice} value={choice} lang={choice}>
            {LANGUAGE_NAMES[choice]}
          </option>
        ))}
      </select>
    </label>
  )
}
