import { LANGUAGES, type CallResponse, type Language, type Role } from '@clutch/contract'
import { fail, succeed } from '@clutch/economy'
import type { Logger } from 'pino'
import type { ApiResult } from '../../api-result.ts'
import { isAtLeast } from '../../auth/roles.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Context } from '../../context.ts'
import type { PendingEvent } from '../../live/event-frames.ts'
import { toSecondsBy } from '../answers.ts'
import { findChannel, otherMember, privateChannelId, type Channel } from './channels.ts'
import { ForbiddenWords } from './forbidden-words.ts'
import { readStates } from './history.ts'
import { MessageWriter } from './message-writer.ts'
import { Relations } from './relations.ts'
import type { ChatUpdate } from './updates.ts'
import './tables.ts'

export interface ChatOptions {
  readonly context: Context
  readonly bus: Bus
  readonly log: Logger
  /** A player's role and name. */
  readonly readRole: (userId: string) => Promise<Moderator | undefined>
  readonly nowMs: () => number
}

/** Who somebody is to those they moderate. */
export interface Moderator {
  readonly role: Role
  readonly name: string
}

/** What the calls of the chat work with. */
export class Chat {
  readonly context: Context
  readonly relations: Relations
  readonly #readRole: ChatOptions['readRole']
  readonly nowMs: () => number
  readonly words: ForbiddenWords
  readonly writer: MessageWriter
  readonly #bus: Bus

  constructor({ context, bus, log, readRole, nowMs }: ChatOptions) {
    this.context = context
    this.relations = new Relations(context.store.db)
    this.#readRole = readRole
    this.nowMs = nowMs
    this.words = new ForbiddenWords(context.pack.chatWords)
    this.#bus = bus
    this.writer = new MessageWriter({
      db: context.store.db,
      log,
      nowMs,
      onWritten: ({ message, channel, hiddenFrom }) =>
        this.tell({ kind: 'message', atMs: nowMs(), to: audienceOf(channel), message, hiddenFrom }),
    })
  }

  tell(update: ChatUpdate): void {
    this.#bus.publish('chat', update)
  }

  /** Somebody who may write everywhere, and take away what others wrote; undefined for one who may not. */
  async findModerator(userId: string): Promise<Moderator | undefined> {
    const found = await this.#readRole(userId)
    return found !== undefined && isAtLeast(found.role, 'moderator') ? found : undefined
  }

  /** The channel of an id, where the caller may read it. */
  async openChannel(userId: string, id: string): Promise<ApiResult<Channel>> {
    const channel = findChannel(this.context.pack, id)
    if (channel === undefined) return fail({ code: 'channel_not_found' })
    if (channel.kind === 'public') return succeed(channel)
    const friend = otherMember(channel, userId)
    const isOpen = friend !== undefined && (await this.relations.areFriends(userId, friend))
    return isOpen ? succeed(channel) : fail({ code: 'channel_not_found' })
  }

  /** Every channel that somebody has, with what is unread (rules §12). */
  async listChannels(userId: string, asked: Language | undefined): Promise<CallResponse<'GET /chat/channels'>> {
    const { pack, store } = this.context
    const [friends, hidden, moderator, timeOut, slowModes, language] = await Promise.all([
      this.relations.friendsOf(userId),
      this.relations.blockedBy(userId),
      this.findModerator(userId),
      store.db.selectFrom('chat_time_out').selectAll().where('user_id', '=', userId).executeTakeFirst(),
      store.db.selectFrom('chat_slow_mode').selectAll().execute(),
      asked ?? this.#languageOf(userId),
    ])
    const slowModeOf = new Map(slowModes.map((row) => [row.channel_id, row.slow_mode_sec]))
    const listed = [
      ...pack.chatChannels.map(({ id, names, color, writers, slowModeSec }) => ({
        ID: String(id),
        Name: names[language],
        Color: color,
        slow_mode_sec: slowModeOf.get(String(id)) ?? slowModeSec,
        can_write: writers === 'everybody' || moderator !== undefined,
        user_uuid: null,
      })),
      ...friends.map((friend) => ({
        ID: privateChannelId(userId, friend.userId),
        Name: friend.name,
        Color: '',
        slow_mode_sec: 0,
        can_write: true,
        user_uuid: friend.userId,
      })),
    ]
    const ids = listed.map(({ ID }) => ID)
    const states = await readStates(store.db, userId, ids, hidden)
    const stateOf = new Map(states.map((state) => [state.channelId, state]))
    return {
      response: listed.map((channel) => ({
        ...channel,
        unread: stateOf.get(channel.ID)?.unread ?? 0,
        last_read_id: stateOf.get(channel.ID)?.lastReadId ?? 0,
      })),
      newest_id: states[0]?.newestId ?? 0,
      link_domains: [...pack.chatLinkDomains],
      time_out:
        timeOut === undefined || timeOut.until_ms <= this.nowMs()
          ? null
          : { until: toSecondsBy(timeOut.until_ms), reason: timeOut.reason },
    }
  }

  /** What a connection is told first: its channels (document 2 §7). */
  async greet(userId: string): Promise<readonly PendingEvent[]> {
    const { response } = await this.listChannels(userId, undefined)
    const chan = response.map(({ ID, Name, Color }) => ({ id: ID, name: Name, color: Color }))
    const atMs = this.nowMs()
    const payload = { case: 'channelsSub', value: { chan } } as const
    return [{ timestampMs: atMs, eventId: `chat-channels-${atMs}`, payload }]
  }

  async #languageOf(userId: string): Promise<Language> {
    const { db } = this.context.store
    const row = await db.selectFrom('player').select('lang').where('user_id', '=', userId).executeTakeFirst()
    return LANGUAGES.find((language) => language === row?.lang) ?? 'en'
  }
}

/** Whom a channel's messages go to; null for everybody. */
export function audienceOf(channel: Channel): readonly string[] | null {
  return channel.kind === 'public' ? null : channel.members
}
