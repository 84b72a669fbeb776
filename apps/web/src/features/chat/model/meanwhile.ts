import type { ChatMessage } from '@clutch/contract'

type DeletedBy = NonNullable<ChatMessage['deleted_by']>

/** What was told live while a page of history was on its way: the page may have been read before it. */
export class Meanwhile {
  readonly #messages = new Map<number, ChatMessage>()
  readonly #deletedBy = new Map<number, DeletedBy>()
  readonly #forgottenSenders = new Set<string>()

  add(message: ChatMessage): void {
    this.#messages.set(message.id, message)
  }

  bury(id: number, deletedBy: DeletedBy): void {
    // The event that tells no difference comes after the one that does.
    if (!this.#deletedBy.has(id)) this.#deletedBy.set(id, deletedBy)
  }

  forgetSender(userId: string): void {
    this.#forgottenSenders.add(userId)
  }

  /** Messages of a channel that came, oldest first. */
  messagesOf(channelId: string): readonly ChatMessage[] {
    const ofChannel = [...this.#messages.values()].filter(({ channel_id }) => channel_id === channelId)
    return this.amend(ofChannel).toSorted((a, b) => a.id - b.id)
  }

  /** Messages without those whose sender was forgotten, and with a tombstone for each that was deleted. */
  amend(messages: readonly ChatMessage[]): readonly ChatMessage[] {
    return messages
      .filter(({ user_uuid }) => !this.#forgottenSenders.has(user_uuid))
      .map((message) => {
        const deletedBy = this.#deletedBy.get(message.id)
        return deletedBy === undefined || message.deleted_by !== null ? message : buried(message, deletedBy)
      })
  }
}

/** The tombstone of a message. */
export function buried(message: ChatMessage, deletedBy: DeletedBy): ChatMessage {
  return { ...message, text: '', deleted_by: deletedBy }
}
