import type { HarvestGroup } from '@clutch/economy'
import type { AreaUpdateDraft } from '../../writer/area.ts'
import type { Items } from '../jobs/updates.ts'

declare module '../../bus/message.ts' {
  interface AreaUpdates {
    readonly harvest: readonly HarvestUpdate[]
  }
}

/** A change to one harvest recipe, sent to its owner; without a group, its settings changed. */
export interface HarvestUpdate {
  readonly userId: string
  readonly recipeId: number
  readonly group:
    | {
        readonly id: string
        readonly count: number
        readonly startAtMs: number
        readonly endAtMs: number
        readonly itemIds: readonly number[]
      }
    | undefined
  /** Set only for an ended group. */
  readonly ended:
    | {
        readonly newItems: Items
        readonly brokenItems: Items
        readonly upgradedItems: Items
        readonly experience: Items
      }
    | undefined
}

/** Collects a batch's updates of harvests. */
export function draftHarvestUpdates(): AreaUpdateDraft {
  const harvest: HarvestUpdate[] = []
  return {
    on: {
      harvest_set: ({ userId, recipeId }) =>
        void harvest.push({ userId, recipeId, group: undefined, ended: undefined }),
      harvest_started: ({ group }) => void harvest.push(updateOf(group, undefined)),
      harvest_ended({ group, newItems, brokenItems, upgradedItems, experience: gained }) {
        const experience = gained.map(({ itemId, experience: count }) => ({ itemId, count }))
        harvest.push(updateOf(group, { newItems, brokenItems, upgradedItems, experience }))
      },
    },
    take: () => (harvest.length === 0 ? {} : { harvest }),
  }
}

function updateOf(group: HarvestGroup, ended: HarvestUpdate['ended']): HarvestUpdate {
  const { userId, recipeId, id, count, startAtMs, endAtMs, items } = group
  const itemIds = items.map(({ itemId }) => itemId)
  return { userId, recipeId, group: { id, count, startAtMs, endAtMs, itemIds }, ended }
}
