import { expect, it } from 'vitest'
import { readChange } from './moderation-change.ts'

const ENTRY = { id: '', at: 0, actor_name: '', target: '', reason: '' }

it('parses what each moderator action has changed', () => {
  const changes = [
    { action: 'message.delete', before: { id: 7, text: 'scoundrel' }, after: null },
    { action: 'slow_mode.set', before: { slow_mode_sec: 0 }, after: { slow_mode_sec: 30 } },
    { action: 'time_out.set', before: null, after: { until_ms: 60_500, reason: 'Manners' } },
    { action: 'time_out.set', before: { until_ms: 60_500 }, after: { until_ms: 0 } },
    { action: 'report.settle', before: null, after: { message_id: 7, verdict: 'dismissed' } },
  ].map((entry) => readChange({ ...ENTRY, ...entry }))
  expect(changes).toEqual([
    { kind: 'text', text: 'scoundrel' },
    { kind: 'slow_mode', beforeSec: 0, afterSec: 30 },
    { kind: 'time_out', untilSec: 61 },
    { kind: 'time_out', untilSec: 0 },
    { kind: 'verdict', verdict: 'dismissed' },
  ])
})

it('returns undefined for unknown data', () => {
  expect(readChange({ ...ENTRY, action: 'user.ban', before: null, after: { until: 1 } })).toBeUndefined()
  expect(readChange({ ...ENTRY, action: 'slow_mode.set', before: null, after: 'fast' })).toBeUndefined()
})
