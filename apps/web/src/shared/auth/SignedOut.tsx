import { IconLogin2 } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Backdrop } from '../art/Backdrop.tsx'
import { SignInLink } from './SignInLink.tsx'
import styles from './SignedOut.module.css'

const PICTURE_HEIGHT = 200

interface SignedOutProps {
  readonly title: string
  /** What signing in is good for. */
  readonly text: string
  /** What the area shows everyone. */
  readonly children?: ReactNode
}

/** An area of a signed-out visitor: its picture, the way in, and what is public of it. */
export function SignedOut({ title, text, children }: SignedOutProps) {
  const { t } = useTranslation()
  const seed = useLocation({ select: ({ pathname }) => seedOf(pathname) })
  return (
    <div className={styles['page']}>
      <section className={styles['banner']}>
        <Backdrop seed={seed} height={PICTURE_HEIGHT} className={styles['picture']} />
        <h2 className={styles['title']}>{title}</h2>
        <p>{text}</p>
        <div className={styles['acts']}>
          <SignInLink>
            <IconLogin2 size={18} aria-hidden="true" />
            {t('action.sign_in')}
          </SignInLink>
          <Link to="/marketplace/market" className={styles['market']}>
            {t('not_found_page.market')}
          </Link>
        </div>
      </section>
      {children}
    </div>
  )
}

/** Each address has its picture, the same in all languages. */
function seedOf(pathname: string): number {
  return Array.from(pathname, (_, index) => pathname.charCodeAt(index)).reduce((sum, code) => sum + code, 0)
}
