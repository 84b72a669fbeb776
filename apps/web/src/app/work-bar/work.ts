import type { HarvestUserData } from '@clutch/contract'
import { progressOf, type QueuedJob } from '#shared/production/queue-progress.ts'

/** What a queue of jobs is doing. */
export interface QueueWork<Job extends QueuedJob = QueuedJob> {
  /** In progress, or the next to start. */
  readonly job: Job
  /** 0 … 1 of the job's time. */
  readonly share: number
  readonly leftSec: number
  /** Jobs after it. */
  readonly moreCount: number
}

/** The first unfinished job of a queue; undefined without any. */
export function workOfQueue<Job extends QueuedJob>(
  jobs: readonly Job[] | undefined,
  nowSec: number,
): QueueWork<Job> | undefined {
  const open = (jobs ?? []).filter((job) => progressOf(job, nowSec).state !== 'finished')
  const [job] = open
  if (job === undefined) return undefined
  return {
    job,
    share: shareOf(job.start_at, job.end_at, nowSec),
    leftSec: Math.max(0, job.end_at - nowSec),
    moreCount: open.length - 1,
  }
}

/** What the player's harvests are doing, all recipes together. */
export interface HarvestWork {
  readonly runCount: number
  /** Enabled recipes that wait for items: only the player can help. */
  readonly stalledCount: number
  /** 0 … 1 of the runs that end first, and how long they take; null without any run. */
  readonly next: { readonly share: number; readonly leftSec: number } | null
}

/** Undefined if nothing is set up to run. */
export function workOfHarvests(
  userData: readonly HarvestUserData[] | undefined,
  nowSec: number,
): HarvestWork | undefined {
  const enabled = (userData ?? []).filter((recipe) => recipe.enabled || recipe.active_count > 0)
  if (enabled.length === 0) return undefined
  const groups = enabled.flatMap(({ active_list }) => active_list).toSorted((a, b) => a.end_at - b.end_at)
  const [first] = groups
  return {
    runCount: enabled.reduce((sum, { active_count }) => sum + active_count, 0),
    stalledCount: enabled.filter(({ active_count }) => active_count === 0).length,
    next:
      first === undefined
        ? null
        : { share: shareOf(first.start_at, first.end_at, nowSec), leftSec: Math.max(0, first.end_at - nowSec) },
  }
}

function shareOf(startSec: number, endSec: number, nowSec: number): number {
  return endSec <= startSec ? 1 : Math.min(1, Math.max(0, (nowSec - startSec) / (endSec - startSec)))
}
