import { sampleCatalogue, SMELT } from '@clutch/economy/testing'
import pino from 'pino'
import { expect, it } from 'vitest'
import { WorkSignal } from '../../writer/work-signal.ts'
import { Simulator } from './simulator.ts'

/** Heavy enough to hit the time limit, and therefore to rest more than once, on any machine. */
const HEAVY = { kind: 'craft', recipeId: SMELT, count: 1_000 } as const
const RUNS = 10_000
const NO_PRICES = new Map<number, number>()
const PATIENCE = { interval: 10, timeout: 60_000 }

it('a simulation rests while the writer has work, then continues and completes', async () => {
  const writerWork = new WorkSignal()
  writerWork.set(true)
  const simulator = new Simulator(() => sampleCatalogue(), writerWork, pino({ level: 'silent' }))
  try {
    const simulate = () => simulator.simulate('anna', { work: HEAVY, runs: RUNS, prices: NO_PRICES })
    const rested = new AbortController()
    const simulated = (async () => {
      let last = await simulate()
      while (!rested.signal.aborted) last = await simulate()
      return last
    })()
    // The number of woken threads is the number of resting ones.
    await expect.poll(() => Atomics.notify(new Int32Array(writerWork.shared), 0), PATIENCE).toBe(1)
    rested.abort()
    writerWork.set(false)
    expect(await simulated).toMatchObject({ ok: true, value: { runs: expect.any(Number) as number } })
  } finally {
    await simulator.close()
  }
})

it('the simulator serves an occasional player before frequent ones', async () => {
  const simulator = new Simulator(() => sampleCatalogue(), new WorkSignal(), pino({ level: 'silent' }))
  const done: string[] = []
  const simulate = async (userId: string): Promise<void> => {
    const outcome = await simulator.simulate(userId, { work: { ...HEAVY, count: 1 }, runs: 10, prices: NO_PRICES })
    done.push(outcome === 'busy' ? `${userId} busy` : userId)
  }
  try {
    const often = ['anna', 'boris', 'chiyo']
    await Promise.all(often.map(simulate))
    done.length = 0
    await Promise.all([...often, 'dora'].map(simulate))
    // One of the three is already running when the fourth player asks.
    expect(done.indexOf('dora')).toBeLessThanOrEqual(1)
    const crowd = Array.from({ length: 40 }, (_, index) => `player ${index}`)
    done.length = 0
    await Promise.all([...often, ...crowd].map(simulate))
    expect(done.filter((name) => name.endsWith('busy')).toSorted()).toEqual(
      expect.arrayContaining(['boris busy', 'chiyo busy']),
    )
  } finally {
    await simulator.close()
  }
})
