import type { EconomyEvent, HarvestGroup, Job } from '@clutch/economy'
import type { EconomyMessage, HarvestNotice, JobNotice } from '../bus/message.ts'

/** Gathers what a batch has to tell of jobs, harvests and energy. */
export class WorkNews {
  readonly #jobs: JobNotice[] = []
  readonly #harvests: HarvestNotice[] = []
  readonly #energised: EconomyMessage['energised'][number][] = []

  /** Takes in what is about work; all else is somebody else's news. */
  add(event: EconomyEvent): void {
    switch (event.type) {
      case 'job_queued':
        this.#jobs.push(noticeOfJob(event.job, 'added'))
        return
      case 'job_moved':
        this.#jobs.push(noticeOfJob(event.job, 'moved'))
        return
      case 'job_ended':
        this.#jobs.push({
          ...noticeOfJob(event.job, 'finished'),
          newItems: event.newItems,
          returnedItems: event.returnedItems,
        })
        return
      case 'job_cancelled':
        this.#jobs.push({ ...noticeOfJob(event.job, 'cancelled'), returnedItems: event.returnedItems })
        return
      case 'harvest_set':
        this.#harvests.push({ userId: event.userId, recipeId: event.recipeId, group: undefined, ended: undefined })
        return
      case 'harvest_started':
        this.#harvests.push(noticeOfGroup(event.group, undefined))
        return
      case 'harvest_ended': {
        const { newItems, brokenItems, upgradedItems } = event
        const experience = event.experience.map(({ itemId, experience: count }) => ({ itemId, count }))
        this.#harvests.push(noticeOfGroup(event.group, { newItems, brokenItems, upgradedItems, experience }))
        return
      }
      case 'energised':
        this.#energised.push({ userId: event.userId, untilMs: event.untilMs })
        return
      case 'ledger_posted':
      case 'lot_placed':
      case 'lot_filled':
      case 'lot_cancelled':
      case 'traded':
      case 'market_recorded':
      case 'player_registered':
      case 'item_watched':
      case 'alert_created':
      case 'alert_removed':
      case 'notification_added':
      case 'notifications_read':
    }
  }

  news(): Pick<EconomyMessage, 'jobs' | 'harvests' | 'energised'> {
    return { jobs: this.#jobs, harvests: this.#harvests, energised: this.#energised }
  }
}

function noticeOfJob(job: Job, status: JobNotice['status']): JobNotice {
  const { userId, queue, id: jobId, recipeId, count, startAtMs, endAtMs, inputIds } = job
  return {
    userId,
    queue,
    status,
    jobId,
    recipeId,
    count,
    startAtMs,
    endAtMs,
    inputIds,
    newItems: [],
    returnedItems: [],
  }
}

function noticeOfGroup(group: HarvestGroup, ended: HarvestNotice['ended']): HarvestNotice {
  const { userId, recipeId, id, count, startAtMs, endAtMs, items } = group
  const itemIds = items.map(({ itemId }) => itemId)
  return { userId, recipeId, group: { id, count, startAtMs, endAtMs, itemIds }, ended }
}
