import type { ChatChannel as PackChannel } from '@clutch/content'
import type { CallResponse, Language, Role } from '@clutch/contract'
import { toSecondsBy } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import type { Logger } from 'pino'
import type { ApiResult } from '../../api-result.ts'
import { isAtLeast, readRole } from '../../auth/roles.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { PendingEvent } from '../../live/event-buffer.ts'
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
  /** Steam ids that are admins by configuration. */
  readonly config: Pick<Config, 'adminSteamIds'>
  readonly nowMs: () => number
}

/** A moderator. */
export interface Moderator {
  readonly role: Role
  readonly name: string
}

/** A channel as one player sees it; `inPack` is undefined for a private one. */
interface NamedChannel {
  readonly ID: string
  readonly Name: string
  readonly Color: string
  readonly user_uuid: string | null
  readonly inPack: PackChannel | undefined
}

/** State and services of the chat, used by its calls. */
export class Chat {
  readonly context: Context
  readonly relations: Relations
  readonly #config: ChatOptions['config']
  readonly nowMs: () => number
  #words: { readonly of: readonly string[]; readonly words: ForbiddenWords } | undefined
  readonly writer: MessageWriter
  readonly #bus: Bus

  constructor({ context, bus, log, config, nowMs }: ChatOptions) {
    this.context = context
    this.relations = new Relations(context.store.db)
    this.#config = config
    this.nowMs = nowMs
    this.#bus = bus
    this.writer = new MessageWriter({
      db: context.store.db,
      bus,
      config,
      log,
      nowMs,
      onWritten: ({ message, channel, hiddenFrom }) =>
        this.broadcast({ kind: 'message', atMs: nowMs(), to: audienceOf(channel), message, hiddenFrom }),
    })
  }

  /** Forbidden words of the current content pack. */
  get words(): ForbiddenWords {
    const { chatWords } = this.context.pack
    if (this.#words?.of !== chatWords) this.#words = { of: chatWords, words: new ForbiddenWords(chatWords) }
    return this.#words.words
  }

  broadcast(update: ChatUpdate): void {
    this.#bus.publish('chat', update)
  }

  /** The player as a moderator; undefined for a player who is not one. */
  async findModerator(userId: string): Promise<Moderator | undefined> {
    const found = await readRole(this.context.store.db, this.#config, userId)
    return found !== undefined && isAtLeast(found.role, 'moderator') ? found : undefined
  }

  /** The channel of an id, if the caller may read it. */
  async openChannel(userId: string, id: string): Promise<ApiResult<Channel>> {
    const channel = findChannel(this.context.pack, id)
    if (channel === undefined) return fail({ code: 'channel_not_found' })
    if (channel.kind === 'public') return succeed(channel)
    const friend = otherMember(channel, userId)
    const isOpen = friend !== undefined && (await this.relations.areFriends(userId, friend))
    return isOpen ? succeed(channel) : fail({ code: 'channel_not_found' })
  }

  /** All channels of a player with unread counts (rules §12). */
  async listChannels(userId: string, asked: Language | undefined): Promise<CallResponse<'GET /chat/channels'>> {
    const { pack, store } = this.context
    const [named, moderator, timeOut, slowModes] = await Promise.all([
      this.#nameChannels(userId, asked),
      this.findModerator(userId),
      store.db.selectFrom('chat_time_out').selectAll().where('user_id', '=', userId).executeTakeFirst(),
      store.db.selectFrom('chat_slow_mode').selectAll().execute(),
    ])
    const slowModeOf = new Map(slowModes.map((row) => [row.channel_id, row.slow_mode_sec]))
    const ids = named.map(({ ID }) => ID)
    const states = await readStates(store.db, userId, ids)
    const stateOf = new Map(states.map((state) => [state.channelId, state]))
    return {
      response: named.map(({ inPack, ...channel }) => ({
        ...channel,
        slow_mode_sec: slowModeOf.get(channel.ID) ?? inPack?.slowModeSec ?? 0,
        can_write: inPack?.writers !== 'moderators' || moderator !== undefined,
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

  /** The first message of a connection: the player's channels (document 2 §7). */
  async greet(userId: string): Promise<readonly PendingEvent[]> {
    const named = await this.#nameChannels(userId, undefined)
    const chan = named.map(({ ID, Name, Color }) => ({ id: ID, name: Name, color: Color }))
    const atMs = this.nowMs()
    const payload = { case: 'channelsSub', value: { chan } } as const
    return [{ timestampMs: atMs, eventId: `chat-channels-${atMs}`, payload }]
  }

  /** Public channels in the given or the player's language, and private channels with friends. */
  async #nameChannels(userId: string, asked: Language | undefined): Promise<NamedChannel[]> {
    const { friends, language } = await this.relations.readerOf(userId)
    return [
      ...this.context.pack.chatChannels.map((inPack) => ({
        ID: String(inPack.id),
        Name: inPack.names[asked ?? language],
        Color: inPack.color,
        user_uuid: null,
        inPack,
      })),
      ...friends.map((friend) => ({
        ID: privateChannelId(userId, friend.userId),
        Name: friend.name,
        Color: '',
        user_uuid: friend.userId,
        inPack: undefined,
      })),
    ]
  }
}

/** Recipients of a channel's messages; null for all players. */
export function audienceOf(channel: Channel): readonly string[] | null {
  return channel.kind === 'public' ? null : channel.members
}
