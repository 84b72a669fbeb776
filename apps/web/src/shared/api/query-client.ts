import { ApiError, isOutcomeUnknown } from './api-error.ts'
import { FreshQueryClient } from './fresh-query-client.ts'
import { OtherTabs } from './other-tabs.ts'

const RETRIES_MAX = 2
/** Live events keep data fresh; without them a view refetches after this long. */
const STALE_AFTER_MS = 30_000

export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < RETRIES_MAX && (!(error instanceof ApiError) || isOutcomeUnknown(error) || error.status >= 500),
    },
    mutations: { retry: false },
  },
})

/** The browser's other tabs. */
export const otherTabs = new OtherTabs(new BroadcastChannel('clutch-queries'), queryClient)
