import { useLocation } from '@tanstack/react-router'
import { IconChevronDown, IconUserCircle } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#shared/account/profile.ts'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { Button } from '#shared/ui/Button.tsx'
import styles from './UserMenu.module.css'

const AccountActs = lazyChunk(async () => (await import('./AccountActs.tsx')).AccountActs)
/** Sections of which a phone has links in this menu only. */
const PHONE_SECTIONS: ReadonlySet<string | undefined> = new Set(['rent', 'roulette'])

/** The signed-in player; opens the account menu. */
export function UserMenu({ onFind }: { readonly onFind: () => void }) {
  const { t } = useTranslation()
  const { data: profile, error, refetch } = useProfile()
  const [opener, setOpener] = useState<Element | null>(null)
  const [isUsed, setUsed] = useState(false)
  const isInPhonePlace = useLocation({ select: ({ pathname }) => PHONE_SECTIONS.has(pathname.split('/')[1]) })
  if (opener !== null && !isUsed) setUsed(true)
  if (error !== null) {
    return (
      <Button look="quiet" className={styles['failed']} onClick={() => void refetch()} title={t('action.retry')}>
        {t('user.not_loaded')}
      </Button>
    )
  }
  const name = profile?.name ?? ''
  return (
    <>
      <Button
        look="quiet"
        className={styles['opener']}
        title={name}
        data-inside={isInPhonePlace || undefined}
        aria-haspopup="menu"
        aria-expanded={opener !== null}
        onClick={({ currentTarget }) => setOpener(currentTarget)}
      >
        <IconUserCircle size={20} stroke={1.6} aria-hidden="true" />
        <span className="visually-hidden">{t('user.menu')}</span>
        <span className={styles['name']}>{name}</span>
        <IconChevronDown size={14} aria-hidden="true" className={styles['chevron']} />
      </Button>
      <Suspense>{isUsed && <AccountActs opener={opener} onFind={onFind} onClose={() => setOpener(null)} />}</Suspense>
    </>
  )
}
