import type { Area } from '../../core/area.ts'
import { dueOfQueue } from '../jobs/settle-queue.ts'
import { CRAFT_JOBS } from './craft-jobs.ts'
import { decideStartCraft } from './decide-start-craft.ts'

declare module '../../core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly start_craft: OperationKindRow
    readonly end_craft: OperationKindRow
    readonly end_delayed_craft: OperationKindRow
  }
}

/** Crafting (rules §4). */
export const craft = {
  name: 'craft',
  commands: { start_craft: { decide: decideStartCraft } },
  operationKinds: {
    start_craft: { code: 9, from: ['free'], to: ['held', 'world'] },
    end_craft: { code: 10, from: ['held', 'world'], to: ['free'] },
    end_delayed_craft: { code: 11, from: ['held', 'world'], to: ['free'] },
  },
  due: { player: dueOfQueue(CRAFT_JOBS) },
} as const satisfies Area
