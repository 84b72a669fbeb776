import { afterEach, describe, expect, it } from 'vitest'
import { CRASH_TIMEOUT_MS, endServers, KILLS, killUnderLoad } from '../support/crash-scenario.ts'

afterEach(endServers)

describe('a server killed under load on pglite', () => {
  it(
    `keeps every acknowledged order exactly once and settles every job once after each of ${KILLS} kills`,
    async () => {
      expect(await killUnderLoad('pglite')).toEqual([])
    },
    CRASH_TIMEOUT_MS,
  )
})
