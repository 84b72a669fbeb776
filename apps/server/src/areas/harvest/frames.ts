import { HarvestChange } from '@clutch/contract/live'
import type { LiveArea } from '../../live/area.ts'
import { toItemQuantities } from '../jobs/frames.ts'
import type { HarvestUpdate } from './updates.ts'

/** Live events of players' harvests. */
export const harvestFrames: NonNullable<LiveArea['frames']> = ({ harvest = [] }, sink, messageId) => {
  for (const [index, update] of harvest.entries()) {
    if (!sink.isConnected(update.userId)) continue
    const key = `harvest/${messageId}/${index}`
    sink.toPlayer(update.userId, key, { case: 'harvestChanged', value: toHarvestChanged(update) })
  }
}

function toHarvestChanged({ recipeId, group, ended }: HarvestUpdate) {
  return {
    receiptId: BigInt(recipeId),
    change: changeOf(group, ended),
    groupId: group?.id ?? '',
    count: BigInt(group?.count ?? 0),
    startAt: BigInt(group?.startAtMs ?? 0),
    endAt: BigInt(group?.endAtMs ?? 0),
    list: (group?.itemIds ?? []).map(BigInt),
    newItems: toItemQuantities(ended?.newItems ?? []),
    brokenItems: toItemQuantities(ended?.brokenItems ?? []),
    upgradedItems: toItemQuantities(ended?.upgradedItems ?? []),
    expByItem: toItemQuantities(ended?.experience ?? []),
  }
}

function changeOf(group: HarvestUpdate['group'], ended: HarvestUpdate['ended']): HarvestChange {
  if (group === undefined) return HarvestChange.SETTINGS
  return ended === undefined ? HarvestChange.STARTED : HarvestChange.FINISHED
}
