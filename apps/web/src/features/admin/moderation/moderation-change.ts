import type { ModerationEntry } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'

/** What a moderator action changed, as shown in the log. */
export type ModerationChange =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'slow_mode'; readonly beforeSec: number; readonly afterSec: number }
  /** 0 if lifted. */
  | { readonly kind: 'time_out'; readonly untilSec: number }
  | { readonly kind: 'verdict'; readonly verdict: 'acted' | 'dismissed' }

/** Parses a log entry's change; undefined if unknown. */
export function readChange({ action, before, after }: ModerationEntry): ModerationChange | undefined {
  switch (action) {
    case 'message.delete': {
      const text = valueOf(before, 'text')
      return typeof text === 'string' ? { kind: 'text', text } : undefined
    }
    case 'slow_mode.set': {
      const [beforeSec, afterSec] = [valueOf(before, 'slow_mode_sec'), valueOf(after, 'slow_mode_sec')]
      if (typeof beforeSec !== 'number' || typeof afterSec !== 'number') return undefined
      return { kind: 'slow_mode', beforeSec, afterSec }
    }
    case 'time_out.set': {
      const untilMs = valueOf(after, 'until_ms')
      return typeof untilMs === 'number' ? { kind: 'time_out', untilSec: Math.ceil(untilMs / SECOND_MS) } : undefined
    }
    case 'report.settle': {
      const verdict = valueOf(after, 'verdict')
      return verdict === 'acted' || verdict === 'dismissed' ? { kind: 'verdict', verdict } : undefined
    }
  }
  return undefined
}

function valueOf(record: unknown, key: string): unknown {
  return typeof record === 'object' && record !== null
    ? Object.entries(record).find(([name]) => name === key)?.[1]
    : undefined
}
