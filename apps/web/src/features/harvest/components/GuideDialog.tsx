import { useTranslation } from 'react-i18next'
import { Modal } from '#shared/ui/Modal.tsx'
import styles from './GuideDialog.module.css'

const CHAPTERS = ['begin', 'order', 'stock', 'outcome', 'stop', 'figures'] as const

/** How harvesting works, in the few words that one needs to begin. */
export function GuideDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('harvest')
  return (
    <Modal title={t('guide.title')} isWide isOpen onClose={onClose}>
      <ol className={styles['guide']}>
        {CHAPTERS.map((chapter) => (
          <li key={chapter}>
            <h3 className={styles['title']}>{t(`guide.${chapter}_title`)}</h3>
            <p>{t(`guide.${chapter}`)}</p>
          </li>
        ))}
      </ol>
    </Modal>
  )
}
