import type { CallResponse, HarvestGroup, HarvestUserData } from '@clutch/contract'
import { HOUR_MS, toSecondsBy } from '@clutch/contract/formats'
import type { HarvestGroup as Group, HarvestState, RecipeId } from '@clutch/economy'
import type { ResponseTable } from '../../writer/area.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    set_harvest: CallResponse<'POST /harvest/update'>
  }
}

export const harvestResponses: Pick<ResponseTable, 'set_harvest'> = {
  set_harvest({ userId, recipeId }, _events, world) {
    const harvests = world.account(userId).harvest
    const harvest = harvests.state(recipeId)
    if (harvest === undefined) throw new Error('A harvest command produced no settings')
    const groups = harvests.groups().filter((group) => group.recipeId === recipeId)
    return { user_data: toUserData(recipeId, harvest, groups) }
  },
}

function toGroupAnswer(group: Group): HarvestGroup {
  return {
    id: group.id,
    count: group.count,
    list: group.items.map(({ itemId }) => itemId),
    duration_in_hour: (group.endAtMs - group.startAtMs) / HOUR_MS,
    start_at: toSecondsBy(group.startAtMs),
    end_at: toSecondsBy(group.endAtMs),
  }
}

/** Converts one recipe of a player's harvest to the contract's form; groups in the order they end. */
export function toUserData(
  recipeId: RecipeId,
  { settings, activeCount, experience }: Omit<HarvestState, 'itemsInRuns'>,
  groups: readonly Group[],
): HarvestUserData {
  return {
    receipt_id: recipeId,
    enabled: settings.enabled,
    active_count: activeCount,
    active_list: groups.toSorted((a, b) => a.endAtMs - b.endAtMs).map(toGroupAnswer),
    max_parallel: settings.maxParallel,
    items: settings.slots.map((selections) =>
      selections.map(({ itemId, limit, priority, max }) => ({ item_id: itemId, limit, priority, max })),
    ),
    exp_by_item: Object.fromEntries(experience),
  }
}
