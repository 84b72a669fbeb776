import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import type { Side } from './order-preview.ts'

interface OrderCheck {
  readonly side: Side
  readonly itemId: number
  readonly price: number
  readonly count: number
  /** Identifies the state of the book and of the player's holdings: when it changes, the check is repeated. */
  readonly circumstances: string
}

/** Whether the server would trade this at once; any failure counts as no (document 1 §7). */
export function useOrderCheck(check: OrderCheck | null) {
  const { side = 'buy', itemId = 0, price = 0, count = 0, circumstances = '' } = check ?? {}
  return useQuery({
    queryKey: ['order-check', side, itemId, price, count, circumstances],
    enabled: check !== null,
    retry: false,
    gcTime: 0,
    placeholderData: (before: boolean | undefined, query) => {
      const [, ...asked] = query?.queryKey ?? []
      const isSameOrder = asked[0] === side && asked[1] === itemId && asked[2] === price && asked[3] === count
      return isSameOrder ? before : undefined
    },
    queryFn: async ({ signal }): Promise<boolean> => {
      const name = side === 'buy' ? 'POST /marketplace/check-buy-lot' : 'POST /marketplace/check-sell-lot'
      try {
        return await callApi(name, { item_type_id: itemId, price, count }, { signal })
      } catch (error) {
        if (signal.aborted) throw error
        return false
      }
    },
  })
}
