import type { ChatMessage } from '@clutch/contract'
import type { Draft } from './draft.ts'
import type { MessageFacts } from './message-facts.ts'
import { addLatest, type Sender } from './senders.ts'

/** Cached senders; the least recent is evicted first. */
const SENDERS_MAX = 1_000

/**
 * Facts cached from earlier batches. A batch decided by them must verify at commit that the newest message and the revision
 * are still the same.
 */
export class KnownFacts {
  #slowModes: MessageFacts['slowModes'] = new Map()
  #senders = new Map<string, Sender>()
  #lastId = -1
  #revision = -1

  /** The facts for a batch, except outcomes of its keys; undefined when some are not cached. */
  find(batch: readonly Draft[]): MessageFacts | undefined {
    const senders = new Map<string, Sender>()
    for (const { senderId, content } of batch) {
      const sender = this.#senders.get(senderId)
      if (sender === undefined) return undefined
      if (content.ok && !sender.lastInChannelMs.has(content.value.channel.id)) return undefined
      senders.set(senderId, sender)
    }
    const [slowModes, lastId, revision] = [this.#slowModes, this.#lastId, this.#revision]
    return { earlier: new Map(), senders, slowModes, lastId, revision }
  }

  /** @param lastId id of the newest message after the batch decided by these facts was written */
  keep({ senders, slowModes, lastId: before, revision }: MessageFacts, lastId: number): void {
    if (this.#lastId !== before || this.#revision !== revision) this.forget()
    for (const [userId, sender] of senders) {
      for (const [channelId, sentAtMs] of this.#senders.get(userId)?.lastInChannelMs ?? []) {
        if (!sender.lastInChannelMs.has(channelId)) sender.lastInChannelMs.set(channelId, sentAtMs)
      }
      this.#senders.delete(userId)
      this.#senders.set(userId, sender)
    }
    for (const userId of this.#senders.keys()) {
      if (this.#senders.size <= SENDERS_MAX) break
      this.#senders.delete(userId)
    }
    this.#slowModes = slowModes
    this.#lastId = lastId
    this.#revision = revision
  }

  /** Applies a message written by another server. */
  note({ id, user_uuid: senderId, channel_id: channelId, text }: ChatMessage, sentAtMs: number): void {
    if (id <= this.#lastId) return
    if (id > this.#lastId + 1) return this.forget()
    this.#lastId = id
    const sender = this.#senders.get(senderId)
    if (sender !== undefined) addLatest(sender, { channelId, text, sentAtMs })
  }

  forget(): void {
    this.#senders = new Map()
    this.#lastId = -1
  }
}
