import { SECOND_MS, toSecondsBy } from '@clutch/contract/formats'
import { fail, remainingMs, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import { isAlike, isSameText } from './message-text.ts'

/** Messages of one player within the window (rules §12). */
export const BURST_MAX = 5
export const BURST_WINDOW_MS = 10_000
/** For this long the sender may not send the same text again (rules §17). */
const SAME_WINDOW_MS = 30_000
/** Window in which the last of `ALIKE_TEXTS` nearly equal texts is refused (rules §17). */
const ALIKE_WINDOW_MS = 60_000
const ALIKE_TEXTS = 3

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
  const slowMs = remainingMs(sender.lastInChannelMs, channel.slowModeSec * SECOND_MS, nowMs)
  if (slowMs > 0) return fail({ code: 'slow_mode', params: { retry_after_s: wholeSeconds(slowMs) } })
  const fifth = sender.latest[BURST_MAX - 1]
  const burstMs = fifth === undefined ? 0 : remainingMs(fifth.sentAtMs, BURST_WINDOW_MS, nowMs)
  if (burstMs > 0) return fail({ code: 'too_many_messages', params: { retry_after_s: wholeSeconds(burstMs) } })
  if (isRepeat(text, sender.latest, nowMs)) return fail({ code: 'repeated_message' })
  return succeed(undefined)
}

/** Whether a text is the same as a recent one, or one too many of those that are nearly the same (rules §17). */
function isRepeat(text: string, latest: readonly EarlierMessage[], nowMs: number): boolean {
  const since = (windowMs: number) => latest.filter(({ sentAtMs }) => remainingMs(sentAtMs, windowMs, nowMs) > 0)
  if (since(SAME_WINDOW_MS).some((earlier) => isSameText(text, earlier.text))) return true
  return since(ALIKE_WINDOW_MS).filter((earlier) => isAlike(text, earlier.text)).length >= ALIKE_TEXTS - 1
}

function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND_MS))
}
