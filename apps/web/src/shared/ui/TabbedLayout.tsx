import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useSignedIn } from '../auth/session.ts'
import { lazyChunk } from '../loading/lazy-chunk.tsx'
import { badgeText } from './Badge.tsx'
import styles from './TabbedLayout.module.css'
import { useTitle } from './use-title.ts'

const SignedOut = lazyChunk(async () => (await import('../auth/SignedOut.tsx')).SignedOut)

interface Tab {
  readonly to: string
  readonly label: string
  /** Number of items that need attention, shown next to the label unless 0. */
  readonly waiting?: number
}

interface TabbedLayoutProps {
  readonly title: string
  /** Accessible name of the tabs. */
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Shown instead of the views while signed out. */
  readonly signedOutText: string
  /** What is public of the area, below that text. */
  readonly teaser?: ReactNode
  /** Whether the current view is open to anonymous visitors. */
  readonly isPublic?: boolean
  /** Shown at the end of the tabs. */
  readonly action?: ReactNode
  /** The view, if the router has none. */
  readonly children?: ReactNode
}

/** A tab is not active on addresses below its own. */
const EXACTLY = { exact: true, includeSearch: false } as const

/** An area with several views, shown only to signed-in players unless the view is public. */
export function TabbedLayout({
  title,
  label,
  tabs,
  signedOutText,
  teaser,
  isPublic = false,
  action,
  children,
}: TabbedLayoutProps) {
  const isSignedIn = useSignedIn()
  const isSingle = tabs.length === 1
  const bar = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  // On a phone the tabs may be wider than the screen. An observer is notified after layout, so measuring costs nothing.
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
      <div className={styles['head']}>
        <h1 className={styles['title']} data-alone={isSingle || undefined}>
          {title}
        </h1>
        {!isSingle && (
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
        )}
        {action}
      </div>
      <div data-scroller className={styles['view']}>
        {isSignedIn || isPublic ? (
          (children ?? <Outlet />)
        ) : (
          <>
            <Title>{[...new Set([tabs.find(({ to }) => to === pathname)?.label ?? title, title])].join(' · ')}</Title>
            <Suspense>
              <SignedOut title={title} text={signedOutText}>
                {teaser}
              </SignedOut>
            </Suspense>
          </>
        )}
      </div>
    </div>
  )
}

/** Sets the page title while no view does. */
function Title({ children }: { readonly children: string }) {
  useTitle(children)
  return null
}
