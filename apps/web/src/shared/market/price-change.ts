import type { ItemActivity } from '@clutch/contract'

const BASIS_POINTS = 10_000

/** The change of an item's price over 24 hours as a share of 1; undefined where there was no price before. */
export function changeOf({ change_24h }: Pick<ItemActivity, 'change_24h'>): number | undefined {
  return change_24h === null ? undefined : change_24h / BASIS_POINTS
}
