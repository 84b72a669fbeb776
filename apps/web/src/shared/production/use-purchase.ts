import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { retryWhenLimited } from '../api/run-each.ts'
import { itemDetailsQuery } from '../market/item-details.ts'
import { useOrderSequence } from '../market/lot-commands.ts'
import { previewOrder } from '../market/order-preview.ts'
import { PRICE_MAX } from '@clutch/contract/constants'
import type { ToBuy } from './shopping-list.ts'

/** One missing item, and what buying it would do to its book. */
export interface PurchaseLine {
  readonly itemId: number
  readonly missing: number
  /** Undefined while the book is loading. */
  readonly plan: PurchasePlan | undefined
  readonly outcome:
    | { readonly isBought: true; readonly count: number; readonly total: number }
    | { readonly isBought: false; readonly error: unknown }
    | undefined
}

export interface PurchasePlan {
  /** How many are for sale, up to what is missing. */
  readonly count: number
  readonly total: number
  readonly from: number
  readonly to: number
}

/** Buys what is missing, item by item: each one completely at the shown prices or better, or not at all. */
export function usePurchase(toBuy: readonly ToBuy[]) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, NonNullable<PurchaseLine['outcome']>>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const orders = useOrderSequence()
  const books = useQueries({ queries: toBuy.map(({ itemId }) => itemDetailsQuery(itemId)) })

  const lines = toBuy.map(({ itemId, count: wanted }, index): PurchaseLine => {
    const book = books[index]?.data
    const preview = book === undefined ? undefined : previewOrder(book, 'buy', PRICE_MAX, wanted)
    const plan = preview && {
      count: preview.nowCount,
      total: preview.nowTotal,
      from: preview.nowFrom,
      to: preview.nowTo,
    }
    return { itemId, missing: wanted, plan, outcome: outcomes.get(itemId) }
  })
  const open = lines.filter(isOpen)

  const buy = async ({ itemId, plan }: PurchaseLine & { readonly plan: PurchasePlan }) => {
    const body = { item_type_id: itemId, price: plan.to, count: plan.count }
    try {
      const { traded_count: count, traded_total: total } = await retryWhenLimited(() =>
        orders.send('POST /marketplace/buy-lot', body),
      )
      return { isBought: true, count, total } as const
    } catch (error) {
      return { isBought: false, error } as const
    }
  }
  return {
    lines,
    total: open.reduce((sum, { plan }) => sum + plan.total, 0),
    openCount: open.length,
    isRunning,
    async run(): Promise<boolean> {
      if (isRunning) return false
      setRunning(true)
      let isComplete = true
      for (const line of open) {
        const outcome = await buy(line)
        isComplete &&= outcome.isBought
        setOutcomes((before) => new Map(before).set(line.itemId, outcome))
      }
      setRunning(false)
      await orders.refetch()
      return isComplete
    },
  }
}

function isOpen(line: PurchaseLine): line is PurchaseLine & { readonly plan: PurchasePlan } {
  return line.plan !== undefined && line.plan.count > 0 && line.outcome?.isBought !== true
}
