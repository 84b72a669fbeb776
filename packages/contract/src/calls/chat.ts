import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, cursorUuid, emptyBody, text, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import {
  CHAT_HISTORY_PAGE_SIZE,
  CHAT_REASON_LENGTH_MAX,
  CHAT_SLOW_MODES_SEC,
  CHAT_TEXT_LENGTH_MAX,
  CHAT_TIME_OUT_MAX_SEC,
  LANGUAGES,
} from '../constants.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'

const CHANNEL_ID_MAX = 100

/** Public channels have the number of the pack as text, the private ones of two friends an id of their own. */
const channelId = z
  .union([text.min(1).max(CHANNEL_ID_MAX), z.int().min(1)])
  .transform(String)
  .pipe(z.string())
/** Rises with every message, in the order in which they were committed. */
const messageId = amount
const slowModeSec = z.literal(CHAT_SLOW_MODES_SEC)
const reason = text.trim().min(1).max(CHAT_REASON_LENGTH_MAX)

export const chatMessage = z.object({
  id: messageId,
  channel_id: z.string(),
  user_uuid: uuid,
  sender_name: z.string(),
  /** Empty once it is deleted. */
  text: z.string(),
  sent_at: unixSeconds,
  /** Who took it away; null while it stands. */
  deleted_by: z.enum(['sender', 'moderator']).nullable(),
})
export type ChatMessage = z.infer<typeof chatMessage>

export const chatChannel = z.object({
  ID: z.string(),
  /** In the asked language; a private channel has the friend's name. */
  Name: z.string(),
  /** Six hex digits, without `#`; empty for private channels. */
  Color: z.string(),
  /** Messages of others after the mark, at most 100: more are shown as 99+. */
  unread: amount,
  last_read_id: messageId,
  slow_mode_sec: z.int().min(0),
  can_write: z.boolean(),
  /** The friend of a private channel; null for a public one. */
  user_uuid: uuid.nullable(),
})
export type ChatChannel = z.infer<typeof chatChannel>

/** Until when somebody may not write, and why. */
export const chatTimeOut = z.object({ until: unixSeconds, reason: z.string() })
export type ChatTimeOut = z.infer<typeof chatTimeOut>

export const chatReport = z.object({
  report_id: uuid,
  reported_at: unixSeconds,
  reporter_name: z.string(),
  reason: z.string(),
  message: chatMessage,
  /** The messages around it as they stood when it was reported, the reported one among them, oldest first. */
  context: z.array(chatMessage),
})
export type ChatReport = z.infer<typeof chatReport>

/** One act of a moderator: a row of the audit log. */
export const moderationEntry = z.object({
  id: uuid,
  at: unixSeconds,
  actor_name: z.string(),
  action: z.string(),
  /** Whom or what it was done to: a player's name, or a channel. */
  target: z.string(),
  reason: z.string(),
  /** What it was before and is after, such as the deleted text. */
  before: z.unknown(),
  after: z.unknown(),
})
export type ModerationEntry = z.infer<typeof moderationEntry>

const common = { area: 'chat', access: 'player', bodyType: 'json', query: z.object({}) } as const
const read = { ...common, command: false, rateLimit: RATE_LIMITS.read } as const
const command = { ...common, command: true, rateLimit: RATE_LIMITS.command } as const
const get = { ...common, bodyType: 'none', body: emptyBody, command: false, rateLimit: RATE_LIMITS.read } as const

export const chatContract = {
  calls: {
    'GET /chat/channels': {
      ...get,
      summary: "The channels of the pack and the private ones of the caller's friends, with what is unread",
      query: z.object({ lang: z.enum(LANGUAGES).optional() }),
      response: z.object({
        response: z.array(chatChannel),
        /** The newest message of all that the counts know: those after it come live. */
        newest_id: messageId,
        /** Domains whose addresses are shown as links; all others are text. */
        link_domains: z.array(z.string()),
        time_out: chatTimeOut.nullable(),
      }),
    },
    'POST /chat/history': {
      ...read,
      summary: `The newest ${CHAT_HISTORY_PAGE_SIZE} messages of a channel before an id, newest first`,
      body: z.object({ channel_id: channelId, before_id: messageId.nullish() }),
      response: z.object({ messages: z.array(chatMessage), has_more: z.boolean() }),
    },
    'POST /chat/send': {
      ...command,
      summary: 'Writes a message',
      body: z.object({ channel_id: channelId, text: text.max(CHAT_TEXT_LENGTH_MAX * 2) }),
      response: z.object({ message: chatMessage }),
    },
    'POST /chat/delete': {
      ...command,
      summary: 'Takes away a message of the caller, or anybody’s as a moderator; a tombstone stays',
      body: z.object({ id: messageId }),
      response: z.object({ id: messageId }),
    },
    'POST /chat/read': {
      ...command,
      summary: "Moves the caller's mark in a channel forward; never back",
      body: z.object({ channel_id: channelId, id: messageId }),
      response: z.object({ channel_id: z.string(), last_read_id: messageId, unread: amount }),
    },
    'POST /chat/report': {
      ...command,
      summary: 'Reports a message to the moderators, with ten before and ten after it as they stand now',
      body: z.object({ id: messageId, reason }),
      response: z.object({ id: messageId }),
    },
    'POST /chat/reports': {
      ...read,
      access: OPERATOR_ACTIONS['report.read'],
      action: 'report.read',
      summary: 'Reports that nobody has settled yet, oldest first',
      body: emptyBody,
      response: z.object({ response: z.array(chatReport) }),
    },
    'POST /chat/settle-report': {
      ...command,
      access: OPERATOR_ACTIONS['report.settle'],
      action: 'report.settle',
      summary: 'Closes a report, and those of the same message with it',
      body: z.strictObject({ report_id: uuid, verdict: z.enum(['acted', 'dismissed']) }),
      response: z.object({ report_id: uuid }),
    },
    'POST /chat/time-out': {
      ...command,
      access: OPERATOR_ACTIONS['time_out.set'],
      action: 'time_out.set',
      summary: 'Keeps somebody from writing for a while, who is told why; 0 seconds lift it',
      body: z.strictObject({ user_uuid: uuid, seconds: z.int().min(0).max(CHAT_TIME_OUT_MAX_SEC), reason }),
      response: z.object({ time_out: chatTimeOut.nullable() }),
    },
    'POST /chat/set-slow-mode': {
      ...command,
      access: OPERATOR_ACTIONS['slow_mode.set'],
      action: 'slow_mode.set',
      summary: 'Sets how long one has to wait between two messages of a channel',
      body: z.strictObject({ channel_id: channelId, slow_mode_sec: slowModeSec }),
      response: z.object({ channel_id: z.string(), slow_mode_sec: z.int() }),
    },
    'POST /chat/log': {
      ...read,
      access: OPERATOR_ACTIONS['moderation_log.read'],
      action: 'moderation_log.read',
      summary: 'What moderators did, newest first, by pages',
      body: z.strictObject({ last_uuid: cursorUuid }),
      response: z.object({ entries: z.array(moderationEntry), has_more: z.boolean() }),
    },
  },
  errors: {
    channel_not_found: { status: 404, message: 'Channel not found' },
    message_not_found: { status: 404, message: 'Message not found' },
    report_not_found: { status: 404, message: 'This report is settled' },
    message_empty: { status: 400, message: 'The message is empty' },
    message_too_long: { status: 400, message: 'At most {max} characters' },
    channel_read_only: { status: 409, message: 'Only moderators write in this channel' },
    chat_timed_out: { status: 409, message: 'You may not write until {until}: {reason}' },
    slow_mode: { status: 409, message: 'Slow mode: try again in {retry_after_s} s' },
    too_many_messages: { status: 409, message: 'Too many messages, try again in {retry_after_s} s' },
    repeated_message: { status: 409, message: 'You have just said this' },
    forbidden_words: { status: 409, message: 'This message has words that are not allowed here' },
  },
} as const satisfies ContractArea
