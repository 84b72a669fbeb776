import { SECOND_MS, toSecondsBy } from '@clutch/contract/formats'
import { fail, remainingMs, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import { isAlike, isSameText } from './message-text.ts'

/** Messages of one player within the window (rules §12). */
export const BURST_MAX = 5
export const BURST_WINDOW_MS = 10_000
/** How long a sender cannot repeat a text (rules §17). */
const SAME_WINDOW_MS = 30_000
/** Window in which the last of `ALIKE_TEXTS` nearly equal texts is rejected (rules §17). */
const ALIKE_WINDOW_MS = 60_000
const ALIKE_TEXTS = 3

/** A sender's earlier message, for the limits of later ones. */
export interface EarlierMessage {
  readonly channelId: string
  readonly text: string
  readonly sentAtMs: number
}

/** The sender's state when a message is decided. */
export interface SenderFacts {
  readonly isModerator: boolean
  readonly timeOut: { readonly untilMs: number; readonly reason: string } | undefined
  /** Recent messages in all channels, newest first; as many as the rules consider. */
  readonly latest: readonly EarlierMessage[]
  /** Time of the sender's last message in this channel; 0 without one. */
  readonly lastInChannelMs: number
}

/** The properties of a channel that affect a message. */
export interface ChannelFacts {
  readonly slowModeSec: number
  readonly isReadOnly: boolean
}

/** Decides whether a message may be sent now (rules §12). Moderators have no limits. */
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

/** Whether a text repeats a recent one or is one too many of nearly equal ones (rules §17). */
function isRepeat(text: string, latest: readonly EarlierMessage[], nowMs: number): boolean {
  const since = (windowMs: number) => latest.filter(({ sentAtMs }) => remainingMs(sentAtMs, windowMs, nowMs) > 0)
  if (since(SAME_WINDOW_MS).some((earlier) => isSameText(text, earlier.text))) return true
  return since(ALIKE_WINDOW_MS).filter((earlier) => isAlike(text, earlier.text)).length >= ALIKE_TEXTS - 1
}

function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND_MS))
}
