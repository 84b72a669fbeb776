import { LANGUAGES, type Language } from '@clutch/contract'
import type { Rng } from '@clutch/economy'
import { sayOffer, type MadeOffer } from './sayings.ts'
import type { Trader } from './traders.ts'

/** All traders together say so little: a channel that players read is theirs. */
const PAUSE_MIN_MS = 60_000
const PAUSE_SPREAD_MS = 120_000

export interface TraderTalkOptions {
  /** Writes into the traders' channel, by the rules for everybody; what they refuse is not said. */
  readonly say: (userId: string, text: string) => Promise<unknown>
  /** Whether anybody is there to hear it. */
  readonly isHeard: () => boolean
  readonly rng: Rng
  readonly nowMs: () => number
}

/** Lets simulated traders mention, now and then, an offer that they have just made, each in a language of their own. */
export class TraderTalk {
  readonly #options: TraderTalkOptions
  #silentUntilMs: number

  constructor(options: TraderTalkOptions) {
    this.#options = options
    this.#silentUntilMs = options.nowMs() + options.rng.below(PAUSE_MIN_MS)
  }

  /** A trader has made an offer, which rests in the book. */
  async offered(trader: Trader, offer: MadeOffer): Promise<void> {
    const { say, isHeard, rng, nowMs } = this.#options
    if (nowMs() < this.#silentUntilMs || !isHeard()) return
    this.#silentUntilMs = nowMs() + PAUSE_MIN_MS + rng.below(PAUSE_SPREAD_MS)
    await say(trader.userId, sayOffer(offer, languageOf(trader), rng))
  }
}

/** The same for the same trader, however often the server starts. */
export function languageOf({ steamId }: Pick<Trader, 'steamId'>): Language {
  return LANGUAGES[Number(BigInt(steamId) % BigInt(LANGUAGES.length))] ?? 'en'
}
