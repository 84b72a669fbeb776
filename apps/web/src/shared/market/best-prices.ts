import { asCoins, type BestPrices } from '@clutch/economy'

/** Best open prices as the rules take them; 0 for an empty side. */
export function toBestPrices({ sell, buy }: { readonly sell: number; readonly buy: number }): BestPrices {
  return { sell: sell === 0 ? undefined : asCoins(sell), buy: buy === 0 ? undefined : asCoins(buy) }
}
