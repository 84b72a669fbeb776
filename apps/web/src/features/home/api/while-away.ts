import { DAY_SEC } from '@clutch/contract/formats'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useProfile } from '#shared/account/profile.ts'
import { recordVisit, useVisit } from '#shared/account/visit.ts'
import { callApi } from '#shared/api/api.ts'
import { serverNowSec } from '#shared/timing/server-clock.ts'

const STALE_MS = 60_000

/** What happened between the last visit and this one, or on the last day before a first visit. */
export function useWhileAway() {
  const { data: profile } = useProfile()
  const visit = useVisit((state) => state.visit)
  const userId = profile?.id
  useEffect(() => {
    if (userId !== undefined) recordVisit(userId)
  }, [userId])
  const [openedAt] = useState(serverNowSec)
  const isFirst = visit?.awaySince === null
  const span = isFirst ? { since: openedAt - DAY_SEC } : { since: visit?.awaySince ?? 0, until: visit?.startedAt ?? 0 }
  const query = useQuery({
    queryKey: ['while-away', span],
    enabled: visit !== undefined && visit.userId === userId,
    staleTime: STALE_MS,
    queryFn: ({ signal }) => callApi('POST /portfolio/while-away', span, { signal }),
  })
  return { query, isFirst, since: span.since }
}
