/** The part of a job that queue tables need, shared by craft and factory. */
export interface QueuedJob {
  readonly id: string
  readonly receipt_id: number
  readonly count: number
  /** Unix seconds. */
  readonly start_at: number
  readonly end_at: number
}

export interface JobProgress {
  readonly state: 'waiting' | 'running' | 'finished'
  /** 0 … 100, an integer. */
  readonly percent: number
}

/** Waiting before its start, in progress until its end, then finished (document 2 §4). */
export function progressOf({ start_at, end_at }: QueuedJob, nowSec: number): JobProgress {
  if (nowSec < start_at) return { state: 'waiting', percent: 0 }
  if (nowSec >= end_at) return { state: 'finished', percent: 100 }
  return { state: 'running', percent: Math.floor(((nowSec - start_at) / (end_at - start_at)) * 100) }
}
