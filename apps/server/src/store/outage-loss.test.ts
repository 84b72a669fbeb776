import { expect, it } from 'vitest'
import { lossSeconds, outageLossOf, type ReplicationFacts } from './outage-loss.ts'

const NO_STANDBY: ReplicationFacts = {
  synchronous_standby_names: '',
  synchronous_commit: 'on',
  fsync: 'on',
  full_page_writes: 'on',
  streaming: 0,
  synchronous: 0,
  lag_ms: null,
}
const ASYNCHRONOUS = { ...NO_STANDBY, streaming: 1, lag_ms: 40 }
const SYNCHRONOUS = { ...NO_STANDBY, synchronous_standby_names: 'FIRST 1 (b)', streaming: 1, synchronous: 1 }

it.each<readonly [string, ReplicationFacts, string, number]>([
  ['no standby', NO_STANDBY, 'since_backup', Infinity],
  [
    'a synchronous standby that is not connected',
    { ...SYNCHRONOUS, streaming: 0, synchronous: 0 },
    'since_backup',
    Infinity,
  ],
  ['an asynchronous standby', ASYNCHRONOUS, 'replication_lag', 0.04],
  ['an asynchronous standby that has caught up', { ...ASYNCHRONOUS, lag_ms: null }, 'replication_lag', 0],
  ['a synchronous standby', SYNCHRONOUS, 'nothing', 0],
  [
    'a synchronous standby that commits do not wait for',
    { ...SYNCHRONOUS, synchronous_commit: 'local' },
    'replication_lag',
    0,
  ],
])('an outage of the primary with %s loses what the settings allow', (_, facts, kind, seconds) => {
  const loss = outageLossOf(facts)
  expect(loss.kind).toBe(kind)
  expect(lossSeconds(loss)).toBe(seconds)
})
