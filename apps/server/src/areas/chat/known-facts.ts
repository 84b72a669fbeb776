import type { ChatMessage } from '@clutch/contract'
import type { Draft } from './draft.ts'
import type { MessageFacts } from './message-facts.ts'
import { addLatest, type Sender } from './senders.ts'

/** Senders that are remembered; whoever wrote longest ago is forgotten first. */
const SENDERS_MAX = 1_000

/**
 * What was read for earlier batches and still holds, as far as this server knows: whoever decides by it has to ask the
 * store whether the newest message and the revision are still the same.
 */
export class KnownFacts {
  #slowModes: MessageFacts['slowModes'] = new Map()
  #senders = new Map<string, Sender>()
  #lastId = -1
  #revision = -1

  /** What bears on a batch, but for what its keys have answered; undefined where some of it is not known. */
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

  /** @param lastId of the newest message, now that those are written that were decided by the facts. */
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

  /** Takes in a message that another server has written. */
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
