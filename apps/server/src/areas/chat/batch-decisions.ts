import type { ChatMessage } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { Channel } from './channels.ts'
import { decideMessage } from './decide-message.ts'
import type { Draft } from './draft.ts'
import type { MessageFacts } from './message-facts.ts'
import type { KeyedCall } from '../../store/keyed-calls.ts'
import { addLatest } from './senders.ts'

export type SendResult = ApiResult<{ message: ChatMessage }>

export interface Written {
  readonly message: ChatMessage
  readonly channel: Channel
  readonly hiddenFrom: readonly string[]
}

/** Decides the messages of one batch in order; each counts towards the limits of later ones. */
export class BatchDecisions {
  readonly #facts: MessageFacts
  readonly #inBatch = new Map<string, { readonly request: KeyedCall; readonly outcome: SendResult }>()
  readonly written: Written[] = []
  readonly nowMs: number
  #lastId: number

  constructor(facts: MessageFacts, nowMs: number) {
    this.#facts = facts
    this.#lastId = facts.lastId
    this.nowMs = nowMs
  }

  /** Id of the newest message, including those decided here. */
  get lastId(): number {
    return this.#lastId
  }

  /** Whether there is nothing to write. */
  get isEmpty(): boolean {
    return this.written.length === 0 && this.#inBatch.size === 0
  }

  decide(draft: Draft): SendResult {
    const { request } = draft
    if (request === undefined) return this.#decideAnew(draft)
    const before = this.#facts.earlier.get(request)
    if (before !== undefined) return before as SendResult
    const key = `${request.ownerId} ${request.key}`
    const twin = this.#inBatch.get(key)
    if (twin !== undefined) {
      const isSame = twin.request.requestHash === request.requestHash
      return isSame ? twin.outcome : fail({ code: 'idempotency_conflict' })
    }
    const outcome = this.#decideAnew(draft)
    this.#inBatch.set(key, { request, outcome })
    return outcome
  }

  /** First outcomes of requests by key. */
  outcomes(): readonly { readonly request: KeyedCall; readonly outcome: SendResult }[] {
    return [...this.#inBatch.values()]
  }

  #decideAnew({ senderId, content }: Draft): SendResult {
    if (!content.ok) return content
    const { channel, text, isForbidden } = content.value
    const sender = this.#facts.senders.get(senderId)
    if (sender === undefined) return fail({ code: 'unauthorized' })
    const { isModerator, timeOut, latest, blockedBy } = sender
    if (isForbidden && !isModerator) return fail({ code: 'forbidden_words' })
    const lastInChannelMs = sender.lastInChannelMs.get(channel.id) ?? 0
    const allowed = decideMessage(
      text,
      { isModerator, timeOut, latest, lastInChannelMs },
      {
        slowModeSec:
          channel.kind === 'public' ? (this.#facts.slowModes.get(channel.id) ?? channel.inPack.slowModeSec) : 0,
        isReadOnly: channel.kind === 'public' && channel.inPack.writers === 'moderators',
      },
      this.nowMs,
    )
    if (!allowed.ok) return allowed
    this.#lastId += 1
    const message: ChatMessage = {
      id: this.#lastId,
      channel_id: channel.id,
      user_uuid: senderId,
      sender_name: sender.name,
      text,
      sent_at: toSeconds(this.nowMs),
      deleted_by: null,
    }
    this.written.push({ message, channel, hiddenFrom: blockedBy })
    addLatest(sender, { channelId: channel.id, text, sentAtMs: this.nowMs })
    return succeed({ message })
  }
}
