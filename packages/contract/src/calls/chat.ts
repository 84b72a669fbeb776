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

/** A public channel's number from the pack as text, or the id of a private channel of two friends. */
const channelId = z
  .union([text.min(1).max(CHANNEL_ID_MAX), z.int().min(1)])
  .transform(String)
  .pipe(z.string())
/** Rises with every message, in commit order. */
const messageId = amount
const slowModeSec = z.literal(CHAT_SLOW_MODES_SEC)
const reason = text.trim().min(1).max(CHAT_REASON_LENGTH_MAX)

export const chatMessage = z.object({
  id: messageId,
  channel_id: z.string(),
  user_uuid: uuid,
  sender_name: z.string(),
  /** Empty once deleted. */
  text: z.string(),
  sent_at: unixSeconds,
  /** Who deleted it; null if not deleted. */
  deleted_by: z.enum(['sender', 'moderator']).nullable(),
})
export type ChatMessage = z.infer<typeof chatMessage>

export const chatChannel = z.object({
  ID: z.string(),
  /** In the requested language; the friend's name for a private channel. */
  Name: z.string(),
  /** Six hex digits, without `#`; empty for private channels. */
  Color: z.string(),
  /** Messages of others after the read mark, at most 100. */
  unread: amount,
  last_read_id: messageId,
  slow_mode_sec: z.int().min(0),
  can_write: z.boolean(),
  /** The friend of a private channel; null for a public one. */
  user_uuid: uuid.nullable(),
})
export type ChatChannel = z.infer<typeof chatChannel>

/** Until when a player may not write, and why. */
export const chatTimeOut = z.object({ until: unixSeconds, reason: z.string() })
export type ChatTimeOut = z.infer<typeof chatTimeOut>

export const chatReport = z.object({
  report_id: uuid,
  reported_at: unixSeconds,
  reporter_name: z.string(),
  reason: z.string(),
  message: chatMessage,
  /** The reported message and those around it at the time of the report, oldest first. */
  context: z.array(chatMessage),
})
export type ChatReport = z.infer<typeof chatReport>

/** A moderator's action: a row of the audit log. */
export const moderationEntry = z.object({
  id: uuid,
  at: unixSeconds,
  actor_name: z.string(),
  action: z.string(),
  /** The affected player's name or channel. */
  target: z.string(),
  reason: z.string(),
  /** State before and after, such as the deleted text. */
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
      summary: "Public channels and the caller's private channels with friends, with unread counts",
      query: z.object({ lang: z.enum(LANGUAGES).optional() }),
      response: z.object({
        response: z.array(chatChannel),
        /** The newest message included in the counts; later ones arrive as live events. */
        newest_id: messageId,
        /** Domains whose addresses are shown as links; others stay text. */
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
      summary: 'Deletes a message of the caller, or any message as a moderator; a tombstone remains',
      body: z.object({ id: messageId }),
      response: z.object({ id: messageId }),
    },
    'POST /chat/read': {
      ...command,
      summary: "Moves the caller's read mark in a channel forward, never back",
      body: z.object({ channel_id: channelId, id: messageId }),
      response: z.object({ channel_id: z.string(), last_read_id: messageId, unread: amount }),
    },
    'POST /chat/report': {
      ...command,
      summary: 'Reports a message to moderators, with the ten messages before and after it',
      body: z.object({ id: messageId, reason }),
      response: z.object({ id: messageId }),
    },
    'POST /chat/reports': {
      ...read,
      access: OPERATOR_ACTIONS['report.read'],
      action: 'report.read',
      summary: 'Open reports, oldest first',
      body: emptyBody,
      response: z.object({ response: z.array(chatReport) }),
    },
    'POST /chat/settle-report': {
      ...command,
      access: OPERATOR_ACTIONS['report.settle'],
      action: 'report.settle',
      summary: 'Closes a report and all others of the same message',
      body: z.strictObject({ report_id: uuid, verdict: z.enum(['acted', 'dismissed']) }),
      response: z.object({ report_id: uuid }),
    },
    'POST /chat/time-out': {
      ...command,
      access: OPERATOR_ACTIONS['time_out.set'],
      action: 'time_out.set',
      summary: 'Prevents a player from writing for some time, with a reason shown to them; 0 seconds lifts it',
      body: z.strictObject({ user_uuid: uuid, seconds: z.int().min(0).max(CHAT_TIME_OUT_MAX_SEC), reason }),
      response: z.object({ time_out: chatTimeOut.nullable() }),
    },
    'POST /chat/set-slow-mode': {
      ...command,
      access: OPERATOR_ACTIONS['slow_mode.set'],
      action: 'slow_mode.set',
      summary: 'Sets the pause between two messages of a player in a channel',
      body: z.strictObject({ channel_id: channelId, slow_mode_sec: slowModeSec }),
      response: z.object({ channel_id: z.string(), slow_mode_sec: z.int() }),
    },
    'POST /chat/log': {
      ...read,
      access: OPERATOR_ACTIONS['moderation_log.read'],
      action: 'moderation_log.read',
      summary: 'Actions of moderators, newest first, paged',
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
    channel_read_only: { status: 409, message: 'Only moderators can write in this channel' },
    chat_timed_out: { status: 409, message: 'You may not write until {until}: {reason}' },
    slow_mode: { status: 409, message: 'Slow mode: try again in {retry_after_s} s' },
    too_many_messages: { status: 409, message: 'Too many messages, try again in {retry_after_s} s' },
    repeated_message: { status: 409, message: 'You have just sent this message' },
    forbidden_words: { status: 409, message: 'This message contains words that are not allowed here' },
  },
} as const satisfies ContractArea
