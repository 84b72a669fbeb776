import type { EconomyEvent, HarvestGroup, HarvestSet, Job, JobEnded, UserId } from '@clutch/economy'
import type { Statement } from '../store/writer-connection.ts'
import * as statements from './production-statements.ts'

/** What changes in a player's queues, harvests and energy. */
type WorkEvent = Extract<EconomyEvent, { type: `job_${string}` | `harvest_${string}` | 'energised' }>

/** The rows of craft, factory, harvest and energy that a batch will write. What comes and goes is never written. */
export class ProductionRows {
  readonly #queuedJobs = new Map<string, Job>()
  readonly #movedJobs = new Map<string, Job>()
  readonly #closedJobs = new Set<string>()
  readonly #endedJobs: JobEnded[] = []
  readonly #settings = new Map<string, HarvestSet>()
  readonly #startedGroups = new Map<string, HarvestGroup>()
  readonly #endedGroups = new Set<string>()
  readonly #experience = new Map<string, statements.ExperienceRow>()
  readonly #energised = new Map<UserId, statements.Energised>()
  readonly #users = new Set<UserId>()

  /** Players whose next due work may be another than before. */
  get users(): ReadonlySet<UserId> {
    return this.#users
  }

  add(event: WorkEvent): void {
    switch (event.type) {
      case 'job_queued':
        this.#queuedJobs.set(event.job.id, event.job)
        this.#users.add(event.job.userId)
        return
      case 'job_moved':
        if (this.#queuedJobs.has(event.job.id)) this.#queuedJobs.set(event.job.id, event.job)
        else this.#movedJobs.set(event.job.id, event.job)
        this.#users.add(event.job.userId)
        return
      case 'job_ended':
        this.#endedJobs.push(event)
        // One that took no time never lay in the table.
        if (event.job.endAtMs > event.job.startAtMs) this.#close(event.job)
        return
      case 'job_cancelled':
        this.#close(event.job)
        return
      case 'harvest_set':
        this.#settings.set(`${event.userId}/${event.recipeId}`, event)
        return
      case 'harvest_started':
        this.#startedGroups.set(event.group.id, event.group)
        this.#users.add(event.group.userId)
        return
      case 'harvest_ended': {
        const { group } = event
        if (!this.#startedGroups.delete(group.id)) this.#endedGroups.add(group.id)
        for (const { itemId, experience } of event.experience) {
          this.#experience.set(`${group.userId}/${group.recipeId}/${itemId}`, { group, itemId, experience })
        }
        this.#users.add(group.userId)
        return
      }
      case 'energised':
        this.#energised.set(event.userId, event)
        return
    }
  }

  statements(): Statement[] {
    return [
      statements.insertJobs([...this.#queuedJobs.values()]),
      statements.moveJobs([...this.#movedJobs.values()]),
      statements.deleteJobs([...this.#closedJobs]),
      statements.insertJobHistory(this.#endedJobs),
      statements.upsertHarvestSettings([...this.#settings.values()]),
      statements.insertHarvestGroups([...this.#startedGroups.values()]),
      statements.deleteHarvestGroups([...this.#endedGroups]),
      statements.upsertExperience([...this.#experience.values()]),
      statements.upsertEnergised([...this.#energised.values()]),
    ].filter((statement) => statement !== undefined)
  }

  #close(job: Job): void {
    this.#movedJobs.delete(job.id)
    if (!this.#queuedJobs.delete(job.id)) this.#closedJobs.add(job.id)
    this.#users.add(job.userId)
  }
}
