import type { DueSubject, Job, JobEnded, UserId } from '@clutch/economy'
import type { AreaRows } from '../../writer/area.ts'
import * as statements from './statements.ts'

/** Rows of queues and their history that a batch writes. A job added and removed within it is not written. */
export function collectJobRows(): AreaRows {
  const queuedJobs = new Map<string, Job>()
  const movedJobs = new Map<string, Job>()
  const closedJobs = new Set<string>()
  const endedJobs: JobEnded[] = []
  const users = new Set<UserId>()

  function close(job: Job): void {
    movedJobs.delete(job.id)
    if (!queuedJobs.delete(job.id)) closedJobs.add(job.id)
    users.add(job.userId)
  }

  return {
    on: {
      job_queued({ job }) {
        queuedJobs.set(job.id, job)
        users.add(job.userId)
      },
      job_moved({ job }) {
        if (queuedJobs.has(job.id)) queuedJobs.set(job.id, job)
        else movedJobs.set(job.id, job)
        users.add(job.userId)
      },
      job_ended(event) {
        endedJobs.push(event)
        // A job that takes no time was never in the table.
        if (event.job.endAtMs > event.job.startAtMs) close(event.job)
      },
      job_cancelled: ({ job }) => close(job),
    },
    settledCount: () => endedJobs.length,
    dueSubjects: () => Array.from(users, (id): DueSubject => ({ kind: 'player', id })),
    statements: () => [
      statements.insertJobs([...queuedJobs.values()]),
      statements.moveJobs([...movedJobs.values()]),
      statements.deleteJobs([...closedJobs]),
      statements.insertJobHistory(endedJobs),
    ],
  }
}
