import type { Language } from '@clutch/contract/constants'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { localStore, sessionStore } from '#shared/storage/browser-storage.ts'
import { isoToday } from '../model/event-state.ts'
import { newSinceLastVisit } from '../model/news-visit.ts'

/** News change every few weeks. */
const STALE_AFTER_MS = 600_000

const newsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['news', language],
    staleTime: STALE_AFTER_MS,
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const news = await callApi('GET /news', null, { signal, query: { lang: language } })
      const keys = [...news.announcements.map(announcementKey), ...news.changelog.map(changelogKey)]
      const newKeys = newSinceLastVisit(keys, localStore, sessionStore)
      return { ...news, today: isoToday(new Date()), newKeys }
    },
  })

export const announcementKey = ({ id }: { readonly id: string }) => `announcement:${id}`
export const changelogKey = ({ version }: { readonly version: string }) => `changelog:${version}`

/** Announcements and changelog in the chosen language, and which of them are new to this visitor. */
export function useNews() {
  return useQuery({ ...newsQuery(useLanguage()), placeholderData: keepPreviousData })
}
