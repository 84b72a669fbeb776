import type { Area } from '../../core/area.ts'
import { dueOfQueue } from '../jobs/settle-queue.ts'
import { decideStartFactory } from './decide-start-factory.ts'
import { FACTORY_JOBS } from './factory-jobs.ts'

/** The factory (rules §5). */
export const factory = {
  name: 'factory',
  commands: { start_factory: { decide: decideStartFactory } },
  due: { player: dueOfQueue(FACTORY_JOBS) },
} as const satisfies Area
