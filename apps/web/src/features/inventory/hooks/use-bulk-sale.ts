import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { retryWhenLimited } from '#shared/api/run-each.ts'
import { useStock } from '#shared/live/live-store.ts'
import { itemDetailsQuery } from '#shared/market/item-details.ts'
import { useOrderSequence } from '#shared/market/lot-commands.ts'
import { planSale, suggestPrice, type SaleMode, type SalePlan } from '../model/bulk-sale.ts'

/** Result of a line: count sold instantly and proceeds, count listed, or the reason for a failure. */
export type LineOutcome =
  | { readonly isDone: true; readonly soldCount: number; readonly soldTotal: number; readonly placedCount: number }
  | { readonly isDone: false; readonly error: unknown }

export interface SaleLine {
  readonly itemId: number
  readonly owned: number
  readonly count: number
  readonly price: number
  /** Null until the item's book is known. */
  readonly plan: SalePlan | null
  readonly outcome: LineOutcome | undefined
}

const COMMANDS = { now: 'POST /marketplace/sell-to-buy-lot', order: 'POST /marketplace/create-sell-lot' } as const

/** Sells several items, one command each: what fails stays with its reason and can be tried again. */
export function useBulkSale(itemIds: readonly number[], fairPriceOf: (itemId: number) => number) {
  const stock = useStock(itemIds)
  const [mode, setMode] = useState<SaleMode>('now')
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map())
  const [prices, setPrices] = useState<ReadonlyMap<number, number>>(new Map())
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, LineOutcome>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const orders = useOrderSequence()
  const books = useQueries({ queries: itemIds.map((itemId) => itemDetailsQuery(itemId)) })

  const lines = itemIds.map((itemId, index): SaleLine => {
    const book = books[index]?.data
    const owned = stock.get(itemId) ?? 0
    const outcome = outcomes.get(itemId)
    const count = counts.get(itemId) ?? owned
    const price = prices.get(itemId) ?? (book === undefined ? 0 : suggestPrice(book, fairPriceOf(itemId)))
    const isPlanned = book !== undefined && outcome?.isDone !== true && count > 0 && price > 0
    return { itemId, owned, count, price, outcome, plan: isPlanned ? planSale(book, mode, count, price) : null }
  })
  const ready = lines.filter(isReady)

  const sellLine = async (line: SaleLine & { readonly plan: SalePlan }): Promise<LineOutcome> => {
    const body = { item_type_id: line.itemId, price: line.plan.price, count: line.plan.count }
    try {
      const { traded_count, traded_total, lot } = await retryWhenLimited(() => orders.send(COMMANDS[mode], body))
      return { isDone: true, soldCount: traded_count, soldTotal: traded_total, placedCount: lot?.current_count ?? 0 }
    } catch (error) {
      return { isDone: false, error }
    }
  }
  return {
    mode,
    lines,
    readyCount: ready.length,
    doneCount: lines.filter(({ outcome }) => outcome?.isDone === true).length,
    proceeds: ready.reduce((sum, { plan }) => sum + plan.proceeds, 0),
    isRunning,
    setMode,
    setCount: (itemId: number, count: number) => setCounts(new Map(counts).set(itemId, count)),
    setPrice: (itemId: number, price: number) => setPrices(new Map(prices).set(itemId, price)),
    async run() {
      if (isRunning) return
      setRunning(true)
      for (const line of ready) {
        const outcome = await sellLine(line)
        setOutcomes((before) => new Map(before).set(line.itemId, outcome))
      }
      setRunning(false)
      await orders.refetch()
    },
  }
}

function isReady(line: SaleLine): line is SaleLine & { readonly plan: SalePlan } {
  return line.plan !== null && line.plan.count > 0 && line.plan.problem !== 'own_lot' && line.count <= line.owned
}
