import { SpanBar, type Span } from '../chart/SpanBar.tsx'
import { useFormat } from '../format/use-format.ts'
import type { QueuedJob } from './queue-progress.ts'
import styles from './QueueTimeline.module.css'

/** Shares of the bar from which a job's name fits above it: of a wide one, and of any. */
const NAMED_SHARE_MIN = 0.12
const ALWAYS_NAMED_SHARE_MIN = 0.35

interface QueueTimelineProps {
  readonly jobs: readonly QueuedJob[]
  readonly nowSec: number
  readonly nameOf: (recipeId: number) => string
}

/** The jobs of a queue on one axis of time, done up to now. The table below it says the same in words. */
export function QueueTimeline({ jobs, nowSec, nameOf }: QueueTimelineProps) {
  const format = useFormat()
  const open = jobs.filter(({ end_at }) => end_at > nowSec)
  const [first, last] = [open[0], open.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const shareOf = (sec: number) => (sec - first.start_at) / (last.end_at - first.start_at)
  const now = Math.max(0, shareOf(nowSec))
  const spans = open.map((job): Span => ({ from: shareOf(job.start_at), to: shareOf(job.end_at), tone: 'quiet' }))
  return (
    <div className={styles['timeline']} aria-hidden="true">
      <div className={styles['names']}>
        {open.map(({ id, receipt_id, start_at, end_at }) => {
          const [from, to] = [shareOf(start_at), shareOf(end_at)]
          const place = { left: `${from * 100}%`, width: `${(to - from) * 100}%` }
          return (
            to - from >= NAMED_SHARE_MIN && (
              <span key={id} style={place} data-short={to - from < ALWAYS_NAMED_SHARE_MIN || undefined}>
                {nameOf(receipt_id)}
              </span>
            )
          )
        })}
      </div>
      <SpanBar spans={[...spans, { from: 0, to: now, tone: 'accent' }]} className={styles['bar']} />
      <div className={styles['ends']}>
        <span>{format.dateTime(first.start_at)}</span>
        <span>{format.dateTime(last.end_at)}</span>
      </div>
    </div>
  )
}
