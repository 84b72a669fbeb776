import type { ItemActivity } from '@clutch/contract'

/** The change of an item's price over 24 hours as a share of 1; undefined where there was no price before. */
export function changeOf({ last_price, price_before }: ItemActivity): number | undefined {
  return price_before === 0 ? undefined : last_price / price_before - 1
}
