import type { ChatMessage } from '@clutch/contract'
import { buried, Meanwhile } from './meanwhile.ts'

/** A line of the chat: a posted message, or a draft of the player. */
export type ChatLine =
  | { readonly kind: 'message'; readonly key: string; readonly message: ChatMessage }
  | {
      readonly kind: 'draft'
      readonly key: string
      readonly channelId: string
      readonly text: string
      /** Why sending failed; undefined while it is being sent. */
      readonly error: Error | undefined
    }

export interface HistoryPage {
  readonly messages: readonly ChatMessage[]
  readonly has_more: boolean
}

interface ChannelLog {
  /** Oldest first, without gaps. */
  readonly messages: readonly ChatMessage[]
  readonly hasMore: boolean
  /** Maximum number of stored messages. */
  readonly keptMax: number
}

interface Draft {
  readonly key: string
  readonly channelId: string
  readonly text: string
  readonly error: Error | undefined
}

/** The immutable state of the chat log. */
export interface ChatState {
  readonly channels: ReadonlyMap<string, ChannelLog>
  readonly drafts: readonly Draft[]
}

const NOTHING: ChatState = { channels: new Map(), drafts: [] }
/** Stored live messages per channel, in addition to older ones loaded by scrolling up. */
const KEPT_MAX = 1_000
const EMPTY: ChannelLog = { messages: [], hasMore: true, keptMax: KEPT_MAX }

/** The chat log: merges history pages, live messages, deletions and the player's drafts. */
export class ChatLog {
  #state = NOTHING
  readonly #listeners = new Set<() => void>()
  readonly #ownId: string
  /** One per page being loaded. */
  readonly #meanwhiles = new Set<Meanwhile>()

  /** @param ownId the player who writes the drafts */
  constructor(ownId: string) {
    this.#ownId = ownId
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): ChatState => this.#state

  /**
   * Loads a channel's newest messages. Known messages that do not connect to them are dropped, since history must not
   * have gaps. Rejects, without changes, if reading fails.
   */
  async readNewest(channelId: string, read: () => Promise<HistoryPage>): Promise<void> {
    const { page, has_more, meanwhile } = await this.#read(read)
    const before = this.#state.channels.get(channelId)
    const known = before?.messages ?? meanwhile.messagesOf(channelId)
    const first = page[0]?.id ?? 0
    const joins = !has_more || known.some(({ id }) => id >= first)
    const older = joins ? known.filter(({ id }) => id < first) : []
    const newer = known.filter(({ id }) => id > (page.at(-1)?.id ?? 0))
    this.#set(channelId, {
      messages: [...older, ...page, ...newer],
      hasMore: has_more && (older.length === 0 || before?.hasMore === true),
      keptMax: before?.keptMax ?? KEPT_MAX,
    })
  }

  /** Loads the page before the oldest known message. Rejects, without changes, if reading fails. */
  async readOlder(channelId: string, read: () => Promise<HistoryPage>): Promise<void> {
    const { page, has_more } = await this.#read(read)
    const known = this.#state.channels.get(channelId) ?? EMPTY
    const first = known.messages[0]?.id ?? Number.MAX_SAFE_INTEGER
    const older = page.filter(({ id }) => id < first)
    const messages = [...older, ...known.messages]
    this.#set(channelId, { messages, hasMore: has_more, keptMax: messages.length + KEPT_MAX })
  }

  /** Loads a page, oldest first, and applies events that arrived meanwhile. */
  async #read(read: () => Promise<HistoryPage>) {
    const meanwhile = new Meanwhile()
    this.#meanwhiles.add(meanwhile)
    try {
      const { messages, has_more } = await read()
      return { page: meanwhile.amend(messages.toReversed()), has_more, meanwhile }
    } finally {
      this.#meanwhiles.delete(meanwhile)
    }
  }

  /** Applies a live message. */
  take(message: ChatMessage): void {
    this.#dropDraftOf(message)
    for (const meanwhile of this.#meanwhiles) meanwhile.add(message)
    const known = this.#state.channels.get(message.channel_id)
    // A channel that was never opened: its history is read when it is.
    if (known === undefined || known.messages.some(({ id }) => id === message.id)) return
    const at = known.messages.findLastIndex(({ id }) => id < message.id) + 1
    const messages = [...known.messages.slice(0, at), message, ...known.messages.slice(at)]
    const isTooLong = messages.length > known.keptMax
    this.#set(message.channel_id, {
      ...known,
      messages: messages.slice(-known.keptMax),
      hasMore: known.hasMore || isTooLong,
    })
  }

  /** Replaces a deleted message by a tombstone. */
  bury(id: number, deletedBy: NonNullable<ChatMessage['deleted_by']>): void {
    for (const meanwhile of this.#meanwhiles) meanwhile.bury(id, deletedBy)
    for (const [channelId, known] of this.#state.channels) {
      if (!known.messages.some((message) => message.id === id && message.deleted_by === null)) continue
      const messages = known.messages.map((message) => (message.id === id ? buried(message, deletedBy) : message))
      this.#set(channelId, { ...known, messages })
    }
  }

  /** Removes the messages of a player whom the reader has blocked (rules §12). */
  forgetSender(userId: string): void {
    for (const meanwhile of this.#meanwhiles) meanwhile.forgetSender(userId)
    for (const [channelId, known] of this.#state.channels) {
      const messages = known.messages.filter(({ user_uuid }) => user_uuid !== userId)
      if (messages.length < known.messages.length) this.#set(channelId, { ...known, messages })
    }
  }

  /** Clears the messages, to be read again; unsent drafts stay. */
  forgetMessages(): void {
    this.#publish({ ...this.#state, channels: new Map() })
  }

  /** Adds a draft at the end. */
  addDraft(draft: Draft): void {
    const others = this.#state.drafts.filter(({ key }) => key !== draft.key)
    this.#setDrafts([...others, draft])
  }

  /** Marks a draft as failed, unless its message has arrived meanwhile. */
  failDraft(key: string, error: Error): void {
    this.#setDrafts(this.#state.drafts.map((draft) => (draft.key === key ? { ...draft, error } : draft)))
  }

  dropDraft(key: string): void {
    this.#setDrafts(this.#state.drafts.filter((draft) => draft.key !== key))
  }

  /** A message may arrive live before its response, or instead of a lost one. */
  #dropDraftOf({ channel_id, text, user_uuid }: ChatMessage): void {
    if (user_uuid !== this.#ownId) return
    const arrived = this.#state.drafts.find((draft) => draft.channelId === channel_id && draft.text === text)
    if (arrived !== undefined) this.dropDraft(arrived.key)
  }

  #set(channelId: string, log: ChannelLog): void {
    this.#publish({ ...this.#state, channels: new Map(this.#state.channels).set(channelId, log) })
  }

  #setDrafts(drafts: readonly Draft[]): void {
    this.#publish({ ...this.#state, drafts })
  }

  #publish(state: ChatState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

let latest: { readonly ownId: string; readonly log: ChatLog } | undefined

/** The log of a player; survives closing the chat, so that unsent drafts are not lost. */
export function chatLogOf(ownId: string): ChatLog {
  if (latest?.ownId !== ownId) latest = { ownId, log: new ChatLog(ownId) }
  return latest.log
}

export function isLoaded({ channels }: ChatState, channelId: string): boolean {
  return channels.has(channelId)
}

/** A channel's newest known message; 0 for none. */
export function newestIdOf({ channels }: ChatState, channelId: string): number {
  return channels.get(channelId)?.messages.at(-1)?.id ?? 0
}

export function oldestIdOf({ channels }: ChatState, channelId: string): number | undefined {
  return channels.get(channelId)?.messages[0]?.id
}

/** The channel whose loaded history begins latest: its older page is loaded next. Undefined for none. */
export function nextOlderOf(state: ChatState, channelIds: readonly string[]): string | undefined {
  const open = channelIds.filter((id) => state.channels.get(id)?.hasMore === true)
  return open.toSorted((a, b) => (oldestIdOf(state, b) ?? 0) - (oldestIdOf(state, a) ?? 0))[0]
}

/** Messages of some channels merged, oldest first, from where all of them are loaded. Drafts are last. */
export function linesOf({ channels, drafts }: ChatState, channelIds: readonly string[]): readonly ChatLine[] {
  const logs = channelIds.flatMap((id) => channels.get(id) ?? [])
  const from = Math.max(0, ...logs.filter(({ hasMore }) => hasMore).map(({ messages }) => messages[0]?.id ?? 0))
  const messages = logs
    .flatMap((log) => log.messages)
    .filter(({ id }) => id >= from)
    .toSorted((a, b) => a.id - b.id)
    .map((message): ChatLine => ({ kind: 'message', key: String(message.id), message }))
  const waiting = drafts
    .filter(({ channelId }) => channelIds.includes(channelId))
    .map((draft): ChatLine => ({ kind: 'draft', ...draft }))
  return [...messages, ...waiting]
}
