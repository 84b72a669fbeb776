import type { ItemActivity } from '@clutch/contract'

const BASIS_POINTS = 10_000

/** Price change over 24 hours as a fraction of 1; undefined without an earlier price. */
export function changeOf({ change_24h }: Pick<ItemActivity, 'change_24h'>): number | undefined {
  return change_24h === null ? undefined : change_24h / BASIS_POINTS
}
