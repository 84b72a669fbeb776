import { LANGUAGES } from '@clutch/contract'
import { HOUR_MS } from '@clutch/contract/formats'
import { rngFromText } from '@clutch/economy'
import { expect, it } from 'vitest'
import { cleanText } from '../areas/chat/message-text.ts'
import { sayOffer } from './sayings.ts'
import { languageOf, TraderTalk } from './trader-talk.ts'
import { createTraders } from './traders.ts'

const OFFER = { side: 'sell', itemId: 1_001, price: 340, count: 12 } as const
const TRADERS = createTraders('talk', 12)

it('a chat message states the offer correctly in every language', () => {
  for (const language of LANGUAGES) {
    for (const side of ['sell', 'buy'] as const) {
      for (let draw = 0; draw < 20; draw += 1) {
        const text = sayOffer({ ...OFFER, side }, language, rngFromText(`${language}${draw}`))
        expect(text).toMatch(/^(?=.*\[item:1001\])(?=.*340)(?=.*12)[^{}]+$/)
        expect(cleanText(text)).toMatchObject({ ok: true })
      }
    }
  }
})

it('each trader has a fixed language, and all languages are used', () => {
  expect(new Set(TRADERS.map(languageOf))).toEqual(new Set(LANGUAGES))
})

it('traders rarely chat, and never without listeners', async () => {
  let [nowMs, isHeard] = [0, true]
  const said: string[] = []
  const say = (userId: string, text: string) => Promise.resolve(said.push(`${userId} ${text}`))
  const talk = new TraderTalk({ say, isHeard: () => isHeard, rng: rngFromText('talk'), nowMs: () => nowMs })
  const passHour = async () => {
    for (const untilMs = nowMs + HOUR_MS; nowMs < untilMs; nowMs += 1_000) {
      const trader = TRADERS[(nowMs / 1_000) % TRADERS.length]
      if (trader !== undefined) await talk.offered(trader, OFFER)
    }
  }
  await passHour()
  expect(said.length).toBeGreaterThan(15)
  expect(said.length).toBeLessThanOrEqual(60)
  isHeard = false
  const before = said.length
  await passHour()
  expect(said).toHaveLength(before)
})
