import { IconChevronDown, IconLanguage } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES } from '#shared/i18n/i18n.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { Button } from '#shared/ui/Button.tsx'
import styles from './UserMenu.module.css'

const LanguageList = lazyChunk(async () => (await import('./AccountMenu.tsx')).LanguageList)

/** The language of visitors; players choose it in the account menu. */
export function LanguageMenu() {
  const { t } = useTranslation()
  const language = useLanguage()
  const [opener, setOpener] = useState<Element | null>(null)
  return (
    <>
      <Button
        look="quiet"
        className={styles['opener']}
        title={t('language')}
        aria-haspopup="menu"
        aria-expanded={opener !== null}
        onClick={({ currentTarget }) => setOpener(currentTarget)}
      >
        <IconLanguage size={18} stroke={1.6} aria-hidden="true" />
        <span className="visually-hidden">{t('language')}: </span>
        <span className={styles['language']}>{LANGUAGE_NAMES[language]}</span>
        <IconChevronDown size={14} aria-hidden="true" className={styles['chevron']} />
      </Button>
      <Suspense>{opener !== null && <LanguageList opener={opener} onClose={() => setOpener(null)} />}</Suspense>
    </>
  )
}
