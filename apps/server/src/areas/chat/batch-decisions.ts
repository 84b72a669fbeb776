import type { ChatMessage } from '@clutch/contract'
import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import { toSeconds } from '../answers.ts'
import type { Channel } from './channels.ts'
import { decideMessage } from './decide-message.ts'
import type { Draft } from './draft.ts'
import type { KeyedRequest } from './outcomes.ts'
import type { Sender } from './senders.ts'

export type SendResult = ApiResult<{ message: ChatMessage }>

export interface Written {
  readonly message: ChatMessage
  readonly channel: Channel
  readonly hiddenFrom: readonly string[]
}

/** Decides the messages of one transaction, one after another: each counts for those after it. */
export class BatchDecisions {
  readonly #earlier: ReadonlyMap<KeyedRequest, ApiResult<unknown>>
  readonly #senders: ReadonlyMap<string, Sender>
  readonly #slowModes: ReadonlyMap<string, number>
  readonly #inBatch = new Map<string, { readonly request: KeyedRequest; readonly outcome: SendResult }>()
  readonly written: Written[] = []
  readonly nowMs: number
  #lastId: number

  /**
   * @param earlier what requests have answered in earlier transactions
   * @param slowModes in seconds by channel, where moderators have set one
   * @param lastId of the newest message of all
   */
  constructor(
    earlier: ReadonlyMap<KeyedRequest, ApiResult<unknown>>,
    senders: ReadonlyMap<string, Sender>,
    slowModes: ReadonlyMap<string, number>,
    lastId: number,
    nowMs: number,
  ) {
    this.#earlier = earlier
    this.#senders = senders
    this.#slowModes = slowModes
    this.#lastId = lastId
    this.nowMs = nowMs
  }

  decide(draft: Draft): SendResult {
    const { request } = draft
    if (request === undefined) return this.#decideAnew(draft)
    const before = this.#earlier.get(request)
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

  /** What requests under a key were answered for the first time. */
  outcomes(): readonly { readonly request: KeyedRequest; readonly outcome: SendResult }[] {
    return [...this.#inBatch.values()]
  }

  #decideAnew({ senderId, isModerator, content, hiddenFrom }: Draft): SendResult {
    if (!content.ok) return content
    const { channel, text } = content.value
    const sender = this.#senders.get(senderId)
    if (sender === undefined) return fail({ code: 'unauthorized' })
    const { timeOut, latest } = sender
    const lastInChannelMs = sender.lastInChannelMs.get(channel.id) ?? 0
    const allowed = decideMessage(
      text,
      { isModerator, timeOut, latest, lastInChannelMs },
      {
        slowModeSec: channel.kind === 'public' ? (this.#slowModes.get(channel.id) ?? channel.inPack.slowModeSec) : 0,
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
    this.written.push({ message, channel, hiddenFrom })
    sender.latest = [{ channelId: channel.id, text, sentAtMs: this.nowMs }, ...latest]
    sender.lastInChannelMs.set(channel.id, this.nowMs)
    return succeed({ message })
  }
}
