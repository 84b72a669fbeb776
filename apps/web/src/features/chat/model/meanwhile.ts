import type { ChatMessage } from '@clutch/contract'

type DeletedBy = NonNullable<ChatMessage['deleted_by']>

/** Live events received while a history page is loading: the page may have been read before them. */
export class Meanwhile {
  readonly #messages = new Map<number, ChatMessage>()
  readonly #deletedBy = new Map<number, DeletedBy>()
  readonly #forgottenSenders = new Set<string>()

  add(message: ChatMessage): void {
    this.#messages.set(message.id, message)
  }

  bury(id: number, deletedBy: DeletedBy): void {
    // Of two events about one message the later one changes nothing.
    if (!this.#deletedBy.has(id)) this.#deletedBy.set(id, deletedBy)
  }

  forgetSender(userId: string): void {
    this.#forgottenSenders.add(userId)
  }

  /** New messages of a channel, oldest first. */
  messagesOf(channelId: string): readonly ChatMessage[] {
    const ofChannel = [...this.#messages.values()].filter(({ channel_id }) => channel_id === channelId)
    return this.amend(ofChannel).toSorted((a, b) => a.id - b.id)
  }

  /** Applies blocks and deletions to messages. */
  amend(messages: readonly ChatMessage[]): readonly ChatMessage[] {
    return messages
      .filter(({ user_uuid }) => !this.#forgottenSenders.has(user_uuid))
      .map((message) => {
        const deletedBy = this.#deletedBy.get(message.id)
        return deletedBy === undefined || message.deleted_by !== null ? message : buried(message, deletedBy)
      })
  }
}

/** A message's tombstone. */
export function buried(message: ChatMessage, deletedBy: DeletedBy): ChatMessage {
  return { ...message, text: '', deleted_by: deletedBy }
}
