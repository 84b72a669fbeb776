import type { Area } from '../../core/area.ts'
import { dueOfQueue } from '../jobs/settle-queue.ts'
import { CRAFT_JOBS } from './craft-jobs.ts'
import { decideStartCraft } from './decide-start-craft.ts'

/** Crafting (rules §4). */
export const craft = {
  name: 'craft',
  commands: { start_craft: { decide: decideStartCraft } },
  due: { player: dueOfQueue(CRAFT_JOBS) },
} as const satisfies Area
