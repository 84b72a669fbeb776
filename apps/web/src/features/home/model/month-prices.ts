import type { CallResponse } from '@clutch/contract'

type Chart = CallResponse<'POST /marketplace/get-chart'>

/** Average traded price of each day with trades, oldest first. */
export function monthPrices({ sell_data, buy_data }: Chart): readonly number[] {
  const days = Map.groupBy([...sell_data, ...buy_data], ({ time_slot }) => time_slot)
  return [...days]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, buckets]) => {
      const quantity = buckets.reduce((sum, { total_quantity }) => sum + total_quantity, 0)
      const coins = buckets.reduce((sum, { total_price }) => sum + total_price, 0)
      return quantity === 0 ? 0 : coins / quantity
    })
}
