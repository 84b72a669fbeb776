import { expect, test } from 'vitest'
import { liveThroughExchanges } from './exchange-world.ts'

/** `npm run simulate` runs half a million. */
const EXCHANGES = Number(process.env['SIMULATED_EXCHANGES'] ?? 2_000)
const PER_WORLD = 4

const KINDS = [
  { faultShare: 0.3, killPercent: 3 },
  { faultShare: 0.8, killPercent: 1 },
  { faultShare: 1, killPercent: 0.2 },
  { faultShare: 0.05, killPercent: 15 },
]
/** One world in this many has a platform outage of days, which costs a thousand attempts. */
const OUTAGE_EVERY = 50
const OUTAGE = { faultShare: 1, killPercent: 1, isOut: true }

test(
  `${EXCHANGES} exchanges through faults and kills each settle, are refunded or parked, and no coin is lost or created`,
  { timeout: 60_000 + EXCHANGES * 10 },
  async () => {
    const ends: Record<string, number> = {}
    let [attempts, kills] = [0, 0]
    for (let world = 0; world < EXCHANGES / PER_WORLD; world += 1) {
      const seed = `exchange-${world}`
      const kind = world % OUTAGE_EVERY === 0 ? OUTAGE : (KINDS[world % KINDS.length] ?? OUTAGE)
      const report = await liveThroughExchanges(seed, { ...kind, exchanges: PER_WORLD }).catch((cause: unknown) => {
        throw new Error(`seed ${seed}`, { cause })
      })
      for (const [state, count] of Object.entries(report.ends)) ends[state] = (ends[state] ?? 0) + count
      attempts += report.attempts
      kills += report.kills
    }
    console.log(`${EXCHANGES} exchanges: ${attempts} attempts, ${kills} kills, ${JSON.stringify(ends)}`)
    // Every outcome has occurred.
    expect(Object.keys(ends).toSorted()).toEqual(['parked', 'refunded', 'refused', 'settled', 'settled_partial'])
  },
)
