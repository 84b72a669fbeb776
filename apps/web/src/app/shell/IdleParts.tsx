import { useEffect } from 'react'
import { useProfile } from '#shared/account/profile.ts'
import { recordVisit } from '#shared/account/visit.ts'
import { ItemCards } from '#shared/item-card/ItemCards.tsx'
import { WorkBar } from '../work-bar/WorkBar.tsx'

const SEEN_EVERY_MS = 60_000

/** What every page has once its first view is done. */
export function IdleParts() {
  const { data: profile } = useProfile()
  return (
    <>
      <WorkBar />
      <ItemCards />
      {profile !== undefined && <VisitRecorder userId={profile.id} />}
    </>
  )
}

/** Records the visit while the page is in sight. A page in the background all night is no visit. */
function VisitRecorder({ userId }: { readonly userId: string }) {
  useEffect(() => {
    const record = () => {
      if (!document.hidden) recordVisit(userId)
    }
    record()
    const timer = setInterval(record, SEEN_EVERY_MS)
    document.addEventListener('visibilitychange', record)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', record)
    }
  }, [userId])
  return null
}
