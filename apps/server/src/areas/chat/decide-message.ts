import { SECOND_MS, toSecondsBy } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import { isNearRepeat } from './message-text.ts'

/** Messages of one player within the window (rules §12). */
export const BURST_MAX = 5
export const BURST_WINDOW_MS = 10_000
/** Earlier messages of the sender that a new one must differ from, and for how long. */
const REPEAT_MESSAGES = 2
const REPEAT_WINDOW_MS = 600_000

/** One's own message, as later ones are measured by it. */
export interface EarlierMessage {
  readonly channelId: string
  readonly text: string
  readonly sentAtMs: number
}

/** What is known of a sender when a message is decided. */
export interface SenderFacts {
  readonly isModerator: boolean
  readonly timeOut: { readonly untilMs: number; readonly reason: string } | undefined
  /** Newest first, of all channels; as many as the rules look at. */
  readonly latest: readonly EarlierMessage[]
  /** When the sender wrote last in this channel; 0 for never. */
  readonly lastInChannelMs: number
}

/** What of a channel bears on a message. */
export interface ChannelFacts {
  readonly slowModeSec: number
  readonly isReadOnly: boolean
}

/** Whether a message may be sent now, and why not (rules §12). Moderators wait for nothing. */
export function decideMessage(
  text: string,
  sender: SenderFacts,
  channel: ChannelFacts,
  nowMs: number,
): ApiResult<undefined> {
  const { timeOut } = sender
  if (timeOut !== undefined && timeOut.untilMs > nowMs) {
    return fail({ code: 'chat_timed_out', params: { until: toSecondsBy(timeOut.untilMs), reason: timeOut.reason } })
  }
  if (sender.isModerator) return succeed(undefined)
  if (channel.isReadOnly) return fail({ code: 'channel_read_only' })
  const slowUntilMs = sender.lastInChannelMs + channel.slowModeSec * SECOND_MS
  if (slowUntilMs > nowMs)
    return fail({ code: 'slow_mode', params: { retry_after_s: secondsUntil(slowUntilMs, nowMs) } })
  const fifth = sender.latest[BURST_MAX - 1]
  if (fifth !== undefined && fifth.sentAtMs + BURST_WINDOW_MS > nowMs) {
    const retry_after_s = secondsUntil(fifth.sentAtMs + BURST_WINDOW_MS, nowMs)
    return fail({ code: 'too_many_messages', params: { retry_after_s } })
  }
  const recent = sender.latest.slice(0, REPEAT_MESSAGES).filter(({ sentAtMs }) => sentAtMs + REPEAT_WINDOW_MS > nowMs)
  if (recent.some((earlier) => isNearRepeat(text, earlier.text))) return fail({ code: 'repeated_message' })
  return succeed(undefined)
}

function secondsUntil(atMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((atMs - nowMs) / SECOND_MS))
}
