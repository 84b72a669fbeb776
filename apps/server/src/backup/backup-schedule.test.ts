import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS, SECOND_MS } from '@clutch/contract/formats'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackupSchedule } from './backup-schedule.ts'
import { listBackups } from './backups.ts'

const START_MS = Date.parse('2026-11-20T12:00:00Z')
const MINUTE_MS = 60 * SECOND_MS

let dataDir: string
const schedules: BackupSchedule[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clutch-schedule-'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: START_MS })
})

afterEach(async () => {
  for (const schedule of schedules.splice(0)) await schedule.stop()
  vi.useRealTimers()
  await rm(dataDir, { recursive: true })
})

/** Starts a server's schedule of a backup every two hours, of which three are retained. */
function startSchedule(): BackupSchedule {
  const schedule = new BackupSchedule({
    dataDir,
    backupDir: join(dataDir, 'backups'),
    everyHours: 2,
    kept: 3,
    log: pino({ level: 'silent' }),
    embedded: { backUp: async (target) => (await mkdir(target), 0) },
  })
  schedules.push(schedule)
  schedule.start()
  return schedule
}

/** Lets time pass minute by minute, since a check that is still running is not started again. */
async function pass(timeMs: number, schedule: BackupSchedule): Promise<void> {
  for (let passedMs = 0; passedMs < timeMs; passedMs += MINUTE_MS) {
    vi.advanceTimersByTime(MINUTE_MS)
    await schedule.idle()
  }
}

const minutesOfBackups = async (): Promise<number[]> =>
  (await listBackups(join(dataDir, 'backups'))).map(({ madeAtMs }) => (madeAtMs - START_MS) / MINUTE_MS)

it('a world without backups gets its first ten minutes after the start, then one per interval', async () => {
  const schedule = startSchedule()
  await pass(9 * MINUTE_MS, schedule)
  expect(await minutesOfBackups()).toEqual([])
  await pass(4 * HOUR_MS + 5 * MINUTE_MS, schedule)
  expect(await minutesOfBackups()).toEqual([10, 130, 250])
})

it('the interval counts from the newest backup across restarts, and the oldest are deleted', async () => {
  const first = startSchedule()
  await pass(4 * HOUR_MS + 20 * MINUTE_MS, first)
  await first.stop()
  const second = startSchedule()
  await pass(HOUR_MS, second)
  expect(await minutesOfBackups()).toEqual([10, 130, 250])
  await pass(HOUR_MS, second)
  expect(await minutesOfBackups()).toEqual([130, 250, 370])
})
