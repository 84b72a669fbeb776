import type { HarvestUserData, OwnLot } from '@clutch/contract'
import type { QueuedJob } from '#shared/production/queue-progress.ts'

export type NextStep = 'lots_behind' | 'harvest_stalled' | 'craft_idle' | 'farm_idle' | 'harvest_idle'

/** What the player's affairs look like now. */
export interface Affairs {
  readonly lots: readonly Pick<OwnLot, 'ahead_count'>[]
  readonly crafts: readonly QueuedJob[]
  readonly farms: readonly QueuedJob[]
  readonly harvests: readonly Pick<HarvestUserData, 'enabled' | 'active_count'>[]
}

/** What needs the player or is idle, the most urgent first; each with how many of it there are. */
export function findNextSteps({ lots, crafts, farms, harvests }: Affairs): readonly {
  readonly step: NextStep
  readonly count: number
}[] {
  const enabled = harvests.filter((recipe) => recipe.enabled)
  const counts: readonly (readonly [NextStep, number])[] = [
    ['harvest_stalled', enabled.filter(({ active_count }) => active_count === 0).length],
    ['lots_behind', lots.filter(({ ahead_count }) => ahead_count > 0).length],
    ['craft_idle', crafts.length === 0 ? 1 : 0],
    ['farm_idle', farms.length === 0 ? 1 : 0],
    ['harvest_idle', enabled.length === 0 ? 1 : 0],
  ]
  return counts.flatMap(([step, count]) => (count > 0 ? [{ step, count }] : []))
}
