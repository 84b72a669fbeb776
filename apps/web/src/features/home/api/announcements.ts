import type { Language } from '@clutch/contract/constants'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isoToday } from '#shared/announcements/event-state.ts'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { useLiveStore } from '#shared/live/live-store.ts'
import { localStore, sessionStore } from '#shared/storage/browser-storage.ts'
import { serverNowMs } from '#shared/timing/server-clock.ts'
import { newSinceLastVisit } from '../model/seen-announcements.ts'

/** Announcements change every few weeks, and connected clients are notified. */
const STALE_AFTER_MS = 600_000
/** Anonymous visitors have no live connection, so they poll. */
const STRANGERS_ASK_EVERY_MS = 60_000

const announcementsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['announcements', language],
    staleTime: STALE_AFTER_MS,
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const answer = await callApi('GET /news', null, { signal, query: { lang: language } })
      const keys = [...answer.announcements.map(announcementKey), ...answer.changelog.map(changelogKey)]
      const newKeys = newSinceLastVisit(keys, localStore, sessionStore)
      return { ...answer, today: isoToday(new Date(serverNowMs())), newKeys }
    },
  })

export const announcementKey = ({ id }: { readonly id: string }) => `announcement:${id}`
export const changelogKey = ({ version }: { readonly version: string }) => `changelog:${version}`

/** Announcements and changelog in the chosen language, and which of them are new to this visitor. */
export function useAnnouncements() {
  const isSignedIn = useSignedIn()
  const announced = useLiveStore(({ newsVersion }) => newsVersion)
  const announcements = useQuery({
    ...announcementsQuery(useLanguage()),
    placeholderData: keepPreviousData,
    refetchInterval: isSignedIn ? false : STRANGERS_ASK_EVERY_MS,
  })
  const { refetch } = announcements
  const version = announcements.data?.version
  useEffect(() => {
    if (announced !== undefined && version !== undefined && version !== announced) void refetch()
  }, [announced, version, refetch])
  return announcements
}
