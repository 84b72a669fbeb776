import { LANGUAGES, type Language } from '@clutch/contract'
import type { Rng } from '@clutch/economy'
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
