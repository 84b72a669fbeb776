import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../auth/session.ts'
import { SignInLink } from '../auth/SignInLink.tsx'
import { badgeText } from './Badge.tsx'
import { EmptyState } from './States.tsx'
import styles from './TabbedLayout.module.css'
import { useTitle } from './use-title.ts'

interface Tab {
  readonly to: string
  readonly label: string
  /** How many of what it shows wait for somebody; told beside the label unless there is none. */
  readonly waiting?: number
}

interface TabbedLayoutProps {
  readonly title: string
  /** Names the tabs for those who do not see them. */
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Stands in place of the views while nobody is signed in. */
  readonly signedOutText: string
  /** Whether strangers may see the view that is open. */
  readonly isPublic?: boolean
  /** Stands at the end of the tabs. */
  readonly action?: ReactNode
  /** The view, where the router knows none. */
  readonly children?: ReactNode
}

/** A tab is not that of the addresses below its own. */
const EXACTLY = { exact: true, includeSearch: false } as const

/** An area with several views of its own, which only a signed-in player sees unless one is open to all. */
export function TabbedLayout({
  title,
  label,
  tabs,
  signedOutText,
  isPublic = false,
  action,
  children,
}: TabbedLayoutProps) {
  const { t } = useTranslation()
  const isSignedIn = useSignedIn()
  const bar = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  // On a phone the tabs may be wider than the screen. An observer hears of it once all is laid out anyway.
  useEffect(() => {
    const tab = bar.current?.querySelector(`[href="${pathname}"]`)
    if (tab === null || tab === undefined) return undefined
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect()
      if (entry?.intersectionRatio !== 1) tab.scrollIntoView({ inline: 'nearest', block: 'nearest' })
    })
    observer.observe(tab)
    return () => observer.disconnect()
  }, [pathname])
  return (
    <div className={styles['layout']}>
      <h1 className="visually-hidden">{title}</h1>
      <div className={styles['head']}>
        <nav ref={bar} className={styles['tabs']} aria-label={label}>
          {tabs.map((tab) => (
            <Link key={tab.to} to={tab.to} className={styles['tab']} activeOptions={EXACTLY}>
              {tab.label}{' '}
              {tab.waiting !== undefined && tab.waiting > 0 && (
                <span className={styles['waiting']}>{badgeText(tab.waiting)}</span>
              )}
            </Link>
          ))}
        </nav>
        {action}
      </div>
      <div data-scroller className={styles['view']}>
        {isSignedIn || isPublic ? (
          (children ?? <Outlet />)
        ) : (
          <>
            <Title>{[...new Set([tabs.find(({ to }) => to === pathname)?.label ?? title, title])].join(' · ')}</Title>
            <EmptyState action={<SignInLink>{t('action.sign_in')}</SignInLink>}>{signedOutText}</EmptyState>
          </>
        )}
      </div>
    </div>
  )
}

/** Names the browser tab while no view is there to do it. */
function Title({ children }: { readonly children: string }) {
  useTitle(children)
  return null
}
