import type { Area } from '../../core/area.ts'
import { asQuantity } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { decideSetHarvest } from './decide-set-harvest.ts'
import { decideEndRuns } from './end-runs.ts'
import { holdOfGroup, type GroupId } from './harvest-group.ts'
import { Harvests } from './harvests.ts'
import { decideStartRuns } from './start-runs.ts'

declare module '../../core/holds.ts' {
  interface HoldOwnerIds {
    readonly harvest_run: GroupId
  }
}
declare module '../../core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly harvesting_start: OperationKindRow
    readonly harvesting_end: OperationKindRow
  }
}

/** Harvests, whose runs start automatically (rules §6). */
export const harvest = {
  name: 'harvest',
  commands: { set_harvest: { decide: decideSetHarvest } },
  operationKinds: {
    harvesting_start: { code: 15, from: ['free'], to: ['held', 'world'] },
    harvesting_end: { code: 16, from: ['held', 'world'], to: ['free', 'world'] },
  },
  apply: {
    harvest_set: (world, { userId, recipeId, settings }) =>
      world.account(userId).harvest.setSettings(recipeId, settings),
    harvest_started: (world, { group }) => world.account(group.userId).harvest.addGroup(group),
    harvest_ended: (world, { group, experience }) => {
      const harvests = world.account(group.userId).harvest
      harvests.endGroup(group)
      for (const { itemId, experience: value } of experience) harvests.setExperience(group.recipeId, itemId, value)
    },
  },
  createAccountParts: () => ({ harvest: new Harvests() }),
  holds: { harvest_run: { list: listRunHolds } },
  due: {
    player: {
      nextMs: (world, userId) => world.account(userId).harvest.firstGroup()?.endAtMs,
      settle: (world, userId, context, apply) => {
        const harvests = world.account(userId).harvest
        for (;;) {
          const group = harvests.firstGroup()
          if (group === undefined || group.endAtMs > context.nowMs) return
          apply(decideEndRuns(world, group, context))
        }
      },
    },
  },
  afterStockChange: (world, userId, context, apply) => {
    for (const recipeId of world.account(userId).harvest.enabledRecipes()) {
      const events = decideStartRuns(world, userId, recipeId, context)
      if (events.length > 0) apply(events)
    }
  },
} as const satisfies Area

function* listRunHolds(world: World) {
  for (const { userId, harvest: harvests } of world.accounts()) {
    for (const group of harvests.groups()) {
      for (const { itemId, count } of holdOfGroup(group)) {
        yield { ownerId: group.id, userId, asset: itemId, amount: asQuantity(count) }
      }
    }
  }
}
