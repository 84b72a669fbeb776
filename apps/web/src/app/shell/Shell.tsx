import { DeferredRender } from '#shared/ui/gradual-rendering.tsx'
import { lazyChunk, useIsIdle } from '#shared/loading/lazy-chunk.tsx'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#shared/account/profile.ts'
import { useInventoryLoad } from '#shared/account/inventory.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useTextsOfLanguage } from '#shared/catalogue/catalogue.ts'
import { useOwnLotsFollow } from '#shared/account/own-lots.ts'
import { useNotificationArrival } from '#shared/notifications/use-notification-arrival.ts'
import { LoadingNotes } from '#shared/loading/LoadingNotes.tsx'
import { PRODUCT } from '#shared/ui/use-title.ts'
import { Toasts } from '#shared/ui/Toasts.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { Boot } from '../Boot.tsx'
import { CHAT_PANEL_ID } from './ChatButton.tsx'
import { OfflineBanner, useIsOld } from './ConnectionStatus.tsx'
import { HarvestWatch } from './HarvestWatch.tsx'
import { Header } from './Header.tsx'
import { Menu } from './Menu.tsx'
import styles from './Shell.module.css'
import { setChatOpen, useChatOpen } from './side-panel.ts'
import { SidePanel } from './SidePanel.tsx'
import { useFillToasts } from './use-fill-toasts.ts'
import { useQueueToasts } from './use-queue-toasts.ts'
import { useLiveSession } from './use-live-session.ts'
import { useShortcuts } from './use-shortcuts.ts'

const CommandPalette = lazyChunk(async () => (await import('../palette/CommandPalette.tsx')).CommandPalette)
const ChatPanel = lazyChunk(async () => (await import('../../features/chat/components/ChatPanel.tsx')).ChatPanel)
const DeletionBanner = lazyChunk(async () => (await import('./DeletionBanner.tsx')).DeletionBanner)
const IdleParts = lazyChunk(async () => (await import('./IdleParts.tsx')).IdleParts)
const KeysDialog = lazyChunk(async () => (await import('./KeysDialog.tsx')).KeysDialog)

/** Renders the frame of index.html first, and the shell as a deferred update. */
export function Shell() {
  return (
    <DeferredRender fallback={<Boot product={PRODUCT} />}>
      <WholeShell />
    </DeferredRender>
  )
}

/** Menu, header and the page; starts everything that runs on all pages. */
function WholeShell() {
  const { t } = useTranslation()
  const isOld = useIsOld()
  const isChatOpen = useChatOpen()
  const [isKeysOpen, setKeysOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const isSignedIn = useSignedIn()
  const deletesAt = useProfile().data?.deletes_at ?? null
  useLiveSession()
  useInventoryLoad()
  useTextsOfLanguage()
  useOwnLotsFollow()
  useFillToasts()
  useQueueToasts()
  useNotificationArrival()
  const openPalette = () => setPaletteOpen(isSignedIn)
  useShortcuts({ openKeys: () => setKeysOpen(true), openPalette })
  return (
    <div className={styles['shell']} data-old={isOld || undefined}>
      <a href="#main" className={styles['skip']} onClick={focusMain}>
        {t('skip_to_content')}
      </a>
      <Menu />
      <Header onFind={openPalette} />
      <OfflineBanner />
      <main id={MAIN_ID} tabIndex={-1} className={styles['main']}>
        <Suspense>{deletesAt !== null && <DeletionBanner deletesAt={deletesAt} />}</Suspense>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      {isChatOpen && isSignedIn && (
        <SidePanel id={CHAT_PANEL_ID} title={t('chat.title')} onClose={() => setChatOpen(false)}>
          <Suspense fallback={<Skeleton shape="entries" />}>
            <ChatPanel />
          </Suspense>
        </SidePanel>
      )}
      <Toasts>
        <LoadingNotes />
      </Toasts>
      <HarvestWatch />
      {useIsIdle() && (
        <Suspense>
          <IdleParts />
        </Suspense>
      )}
      {isPaletteOpen && (
        <Suspense>
          <CommandPalette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
      {isKeysOpen && (
        <Suspense>
          <KeysDialog onClose={() => setKeysOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

const MAIN_ID = 'main'

/** The address's hash names the selected item, so the skip link must not change it. */
function focusMain(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.querySelector<HTMLElement>(`#${MAIN_ID}`)?.focus()
}
