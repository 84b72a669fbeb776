import { randomUUID } from 'node:crypto'
import type { ContentPack } from '@clutch/content'
import { LANGUAGES, type Language } from '@clutch/contract'
import { rngFromText, type Rng } from '@clutch/economy'
import type { Chat } from '../areas/chat/chat.ts'
import { sendMessage } from '../areas/chat/send-message.ts'
import type { Config } from '../config.ts'
import type { Broadcaster } from '../live/broadcaster.ts'
import { sayOffer, type MadeOffer } from './sayings.ts'
import type { Trader } from './traders.ts'

/** Pause between messages of all traders together, so that players' messages dominate the channel. */
const PAUSE_MIN_MS = 60_000
const PAUSE_SPREAD_MS = 120_000

export interface TraderTalkOptions {
  /** Posts to the traders' channel under the regular chat rules; rejected messages are dropped. */
  readonly say: (userId: string, text: string) => Promise<unknown>
  /** Whether any client is connected. */
  readonly isHeard: () => boolean
  readonly rng: Rng
  readonly nowMs: () => number
}

/** Makes simulated traders occasionally mention an offer that they have just made, each in their language. */
export class TraderTalk {
  readonly #options: TraderTalkOptions
  #silentUntilMs: number

  constructor(options: TraderTalkOptions) {
    this.#options = options
    this.#silentUntilMs = options.nowMs() + options.rng.below(PAUSE_MIN_MS)
  }

  /** Call when a trader's offer rests in the book. */
  async offered(trader: Trader, offer: MadeOffer): Promise<void> {
    const { say, isHeard, rng, nowMs } = this.#options
    if (nowMs() < this.#silentUntilMs || !isHeard()) return
    this.#silentUntilMs = nowMs() + PAUSE_MIN_MS + rng.below(PAUSE_SPREAD_MS)
    await say(trader.userId, sayOffer(offer, languageOf(trader), rng))
  }
}

/** A trader's language, which is the same after every restart. */
export function languageOf({ steamId }: Pick<Trader, 'steamId'>): Language {
  return LANGUAGES[Number(BigInt(steamId) % BigInt(LANGUAGES.length))] ?? 'en'
}

interface TalkOptions {
  readonly chat: Chat
  readonly broadcaster: Pick<Broadcaster, 'size'>
  readonly config: Pick<Config, 'demoTalk'>
  readonly pack: ContentPack
}

/** Starts traders' chat messages if the pack names a channel for them and the operator allows it. */
export function startTraderTalk({ chat, broadcaster, config, pack }: TalkOptions): TraderTalk | undefined {
  const channelId = pack.demoEconomy.talkChannelId
  if (channelId === null || !config.demoTalk) return undefined
  return new TraderTalk({
    say: (userId, text) =>
      sendMessage(chat, { userId, body: { channel_id: String(channelId), text }, idempotencyKey: undefined }),
    isHeard: () => broadcaster.size > 0,
    rng: rngFromText(randomUUID()),
    nowMs: () => Date.now(),
  })
}
