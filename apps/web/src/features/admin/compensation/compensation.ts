import type { CallBody, CompensationRun } from '@clutch/contract'
import { COMPENSATION_PAGE_SIZE } from '@clutch/contract/constants'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callApi } from '#shared/api/api.ts'
import { isOutcomeUnknown } from '#shared/api/api-error.ts'
import { useApiMutation } from '#shared/api/use-command.ts'

const RUNS_KEY = ['compensation-runs']
const PROGRESS_KEY = ['compensation-progress']
/** Every read is a row in the audit log, so nothing is refetched automatically. */
const READ_ONCE = { staleTime: Infinity, gcTime: 0, retry: false } as const
const WATCH_EVERY_MS = 1_000
/** Retries of a start, stop or resumption under its key while there is no response. */
const RETRIES_MAX = 2

export function usePreview() {
  return useApiMutation({
    mutationFn: (body: CallBody<'POST /admin/compensation/preview'>) =>
      callApi('POST /admin/compensation/preview', body),
    errors: 'inline',
  })
}

export function useStart() {
  return useApiMutation({
    mutationFn: (body: CallBody<'POST /admin/compensation/start'>) => callApi('POST /admin/compensation/start', body),
    retry: (failures, error) => failures < RETRIES_MAX && isOutcomeUnknown(error),
    errors: 'inline',
    invalidates: [RUNS_KEY],
  })
}

/** Stops or resumes a run. Refetches the list in any case: another operator may have been faster. */
export function useChangeRun(verb: 'stop' | 'resume') {
  return useApiMutation({
    mutationFn: (body: CallBody<'POST /admin/compensation/stop'>) => callApi(`POST /admin/compensation/${verb}`, body),
    retry: (failures, error) => failures < RETRIES_MAX && isOutcomeUnknown(error),
    errors: 'inline',
    invalidates: [RUNS_KEY, PROGRESS_KEY],
    invalidatesOnError: [RUNS_KEY, PROGRESS_KEY],
  })
}

/** Runs page by page, newest first; polled while any of them is running. */
export function useRuns() {
  const runs = useInfiniteQuery({
    queryKey: RUNS_KEY,
    queryFn: async ({ pageParam, signal }) =>
      (await callApi('POST /admin/compensation/runs', { last_uuid: pageParam }, { signal })).response,
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < COMPENSATION_PAGE_SIZE ? undefined : page.at(-1)?.id),
    ...READ_ONCE,
  })
  const known = runs.data?.pages.flat()
  const isWatching = known?.some(({ ended_at }) => ended_at === null) === true
  const { data: open } = useQuery({
    queryKey: PROGRESS_KEY,
    queryFn: async ({ signal }) => (await callApi('GET /console/compensation-progress', null, { signal })).response,
    enabled: isWatching,
    refetchInterval: WATCH_EVERY_MS,
    gcTime: 0,
  })
  const rows = known?.map((run): CompensationRun => open?.find(({ id }) => id === run.id) ?? run)
  const hasEnded =
    open !== undefined && known?.some((run) => run.ended_at === null && open.every(({ id }) => id !== run.id)) === true
  const { refetch } = runs
  useEffect(() => {
    if (hasEnded) void refetch()
  }, [hasEnded, refetch])
  return { ...runs, rows }
}

/** Players whose grant failed, page by page. */
export function useRefusals(runId: string) {
  return useInfiniteQuery({
    queryKey: ['compensation-refusals', runId],
    queryFn: async ({ pageParam, signal }) =>
      (await callApi('POST /admin/compensation/refusals', { run_id: runId, last_uuid: pageParam }, { signal }))
        .response,
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < COMPENSATION_PAGE_SIZE ? undefined : page.at(-1)?.user_uuid),
    ...READ_ONCE,
  })
}
