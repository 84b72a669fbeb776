import type { Area } from '../../core/area.ts'
import { dueOfQueue } from '../jobs/settle-queue.ts'
import { decideStartFactory } from './decide-start-factory.ts'
import { FACTORY_JOBS } from './factory-jobs.ts'

declare module '../../core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly start_farm: OperationKindRow
    readonly end_farm: OperationKindRow
  }
}

/** The factory (rules §5). */
export const factory = {
  name: 'factory',
  commands: { start_factory: { decide: decideStartFactory } },
  operationKinds: {
    start_farm: { code: 13, from: ['free'], to: ['world'] },
    end_farm: { code: 14, from: ['world'], to: ['free'] },
  },
  due: { player: dueOfQueue(FACTORY_JOBS) },
} as const satisfies Area
