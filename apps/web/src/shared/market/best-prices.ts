import { asCoins, type BestPrices } from '@clutch/economy'

/** Best open prices in the words of the rules: 0 is a side without one. */
export function toBestPrices({ sell, buy }: { readonly sell: number; readonly buy: number }): BestPrices {
  return { sell: sell === 0 ? undefined : asCoins(sell), buy: buy === 0 ? undefined : asCoins(buy) }
}
