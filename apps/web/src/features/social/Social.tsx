import { Suspense, useEffect } from 'react'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { useFriends, useInvitations, useTrades } from './api/social.ts'
import { useSocialEvents } from './api/social-events.ts'
import { useSocialView } from './model/social-store.ts'
import { tradeLooks } from './model/trade-looks.ts'

const SocialPanel = lazyChunk(async () => (await import('./components/SocialPanel.tsx')).SocialPanel)
const TradeDialog = lazyChunk(async () => (await import('./components/TradeDialog.tsx')).TradeDialog)

/** Subscribes to friends and trades, announces what others do, and shows the open panel and trade. */
export function Social() {
  const { isOpen, trade } = useSocialView()
  useInvitations()
  const { data: trades } = useTrades()
  useEffect(() => {
    for (const each of trades ?? []) tradeLooks.note(each)
  }, [trades])
  // Events name players by their id only: their names are in the list.
  useFriends()
  useSocialEvents()
  return (
    <>
      <Suspense>{isOpen && <SocialPanel />}</Suspense>
      <Suspense>{trade !== undefined && <TradeDialog key={trade.id} trade={trade} />}</Suspense>
    </>
  )
}
