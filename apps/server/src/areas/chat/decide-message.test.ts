import { expect, it } from 'vitest'
import { decideMessage, type SenderFacts } from './decide-message.ts'

const OPEN = { slowModeSec: 0, isReadOnly: false }

/** A sender with messages at these times, newest first. */
function sender(...sentAtMs: readonly number[]): SenderFacts {
  const latest = sentAtMs.map((atMs, index) => ({
    channelId: '1',
    text: `${'abcdef'[index]}`.repeat(9),
    sentAtMs: atMs,
  }))
  return { isModerator: false, timeOut: undefined, latest, lastInChannelMs: sentAtMs[0] ?? 0 }
}

it('accepts five messages within any ten seconds (sliding window)', () => {
  const decideAt = (nowMs: number, ...sentAtMs: readonly number[]) =>
    decideMessage('something else', sender(...sentAtMs), OPEN, nowMs)
  expect(decideAt(9_999, 9_000, 3_000, 2_000, 1_000, 0)).toEqual({
    ok: false,
    error: { code: 'too_many_messages', params: { retry_after_s: 1 } },
  })
  expect(decideAt(4_000, 4_000, 3_000, 2_000, 1_000, 0)).toMatchObject({ error: { params: { retry_after_s: 6 } } })
  expect(decideAt(10_000, 9_000, 3_000, 2_000, 1_000, 0).ok).toBe(true)
  // In fixed windows it would be the second of the next; in the last ten seconds it is the sixth.
  expect(decideAt(10_001, 10_000, 9_000, 3_000, 2_000, 1_000)).toMatchObject({ ok: false })
  expect(decideAt(11_000, 10_000, 9_000, 3_000, 2_000, 1_000).ok).toBe(true)
})

it('accepts a message at the reported retry time, not earlier', () => {
  const decideAt = (nowMs: number, facts: Partial<SenderFacts>, slowModeSec = 0) =>
    decideMessage('something else', { ...sender(), ...facts }, { ...OPEN, slowModeSec }, nowMs)
  const hasWritten = { lastInChannelMs: 1_000 }
  expect(decideAt(5_999, hasWritten, 5)).toEqual({
    ok: false,
    error: { code: 'slow_mode', params: { retry_after_s: 1 } },
  })
  expect(decideAt(6_000, hasWritten, 5).ok).toBe(true)
  const isSilenced = { timeOut: { untilMs: 6_000, reason: 'Cool down' } }
  expect(decideAt(5_999, isSilenced)).toEqual({
    ok: false,
    error: { code: 'chat_timed_out', params: { until: 6, reason: 'Cool down' } },
  })
  expect(decideAt(6_000, isSilenced).ok).toBe(true)
})

it('rejects a text repeated within thirty seconds, in any of the latest messages', () => {
  const repeat = (nowMs: number, ...sentAtMs: readonly number[]) => {
    const facts = sender(...sentAtMs)
    return decideMessage(facts.latest.at(-1)?.text ?? '', facts, OPEN, nowMs)
  }
  expect(repeat(29_999, 2_000, 1_000, 0)).toEqual({ ok: false, error: { code: 'repeated_message' } })
  expect(repeat(30_000, 2_000, 1_000, 0).ok).toBe(true)
})

it('rejects the third of three similar texts within a minute', () => {
  const offer = (price: number) => `selling copper ore for ${price} coins`
  const decideAt = (nowMs: number, ...earlier: readonly (readonly [text: string, sentAtMs: number])[]) => {
    const latest = earlier.map(([text, sentAtMs]) => ({ channelId: '1', text, sentAtMs }))
    return decideMessage(offer(12), { ...sender(), latest }, OPEN, nowMs)
  }
  expect(decideAt(59_999, [offer(11), 40_000], [offer(10), 0])).toEqual({
    ok: false,
    error: { code: 'repeated_message' },
  })
  expect(decideAt(60_000, [offer(11), 40_000], [offer(10), 0]).ok).toBe(true)
  expect(decideAt(50_000, [offer(11), 49_000]).ok).toBe(true)
  expect(decideAt(50_000, ['buying iron', 49_000], [offer(10), 0]).ok).toBe(true)
})

it('lets only moderators write in read-only channels, without limits', () => {
  const slowAndReadOnly = { slowModeSec: 30, isReadOnly: true }
  const facts = sender(5_000, 4_000, 3_000, 2_000, 1_000)
  const decide = (isModerator: boolean) => decideMessage('aaaaaaaaa', { ...facts, isModerator }, slowAndReadOnly, 5_001)
  expect(decide(false)).toEqual({ ok: false, error: { code: 'channel_read_only' } })
  expect(decide(true).ok).toBe(true)
})

it('does not make players wait after the clock was set back', () => {
  const HOUR_MS = 3_600_000
  const beforeMs = [5_000, 4_000, 3_000, 2_000, 1_000].map((atMs) => atMs + HOUR_MS)
  const decide = (nowMs: number) =>
    decideMessage('something else', sender(...beforeMs), { ...OPEN, slowModeSec: 30 }, nowMs)
  expect(decide(6_000).ok).toBe(true)
  // Clocks of two servers differ slightly: the wait is never longer than the channel's.
  expect(decide(HOUR_MS + 4_500)).toMatchObject({ error: { code: 'slow_mode', params: { retry_after_s: 30 } } })
})
