import type { HarvestGroup, HarvestUserData } from '@clutch/contract'
import { describe, expect, test } from 'vitest'
import { workOfHarvests, workOfQueue } from './work.ts'

const NOW = 1_000
const job = (id: string, start_at: number, end_at: number) => ({ id, receipt_id: 1, count: 2, start_at, end_at })

describe('the work of a queue', () => {
  test('is its first unfinished job, with what follows it', () => {
    const jobs = [job('a', 800, 1_000), job('b', 900, 1_100), job('c', 1_100, 1_200), job('d', 1_200, 1_300)]
    expect(workOfQueue(jobs, NOW)).toEqual({ job: jobs[1], share: 0.5, leftSec: 100, moreCount: 2 })
  })

  test('has not begun while its first job waits', () => {
    expect(workOfQueue([job('a', 1_100, 1_200)], NOW)).toMatchObject({ share: 0, leftSec: 200, moreCount: 0 })
  })

  test('is nothing when all jobs are finished or none is known', () => {
    expect(workOfQueue([job('a', 800, 1_000)], NOW)).toBeUndefined()
    expect(workOfQueue(undefined, NOW)).toBeUndefined()
  })
})

describe('the work of harvests', () => {
  const group = (start_at: number, end_at: number): HarvestGroup => ({
    id: `${start_at}`,
    count: 3,
    list: [],
    duration_in_hour: 1,
    start_at,
    end_at,
  })
  const recipe = (enabled: boolean, active_list: HarvestGroup[]): HarvestUserData => ({
    receipt_id: 1,
    enabled,
    active_count: active_list.length * 3,
    active_list,
    max_parallel: 9,
    items: [],
    exp_by_item: {},
  })

  test('counts all runs and shows those that end first', () => {
    const work = workOfHarvests([recipe(true, [group(900, 1_300)]), recipe(false, [group(800, 1_200)])], NOW)
    expect(work).toEqual({ runCount: 6, stalledCount: 0, next: { share: 0.5, leftSec: 200 } })
  })

  test('counts enabled recipes without a run as stalled', () => {
    expect(workOfHarvests([recipe(true, []), recipe(false, [])], NOW)).toEqual({
      runCount: 0,
      stalledCount: 1,
      next: null,
    })
  })

  test('is nothing when no recipe is enabled', () => {
    expect(workOfHarvests([recipe(false, [])], NOW)).toBeUndefined()
  })
})
