import type { PriceCurrency } from '@clutch/contract/constants'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '../catalogue/use-item-name.ts'
import type { Formats } from '../format/formats.ts'
import { useFormat } from '../format/use-format.ts'
import { useCoins, useOwnedCount } from '../live/live-store.ts'
import { showToast } from '../ui/toast-store.ts'
import type { ItemDetails } from '../market/item-details.ts'
import { useOrderCommand } from '../market/lot-commands.ts'
import { useOrderCheck } from '../market/order-check.ts'
import { convertPrice, currencyRate, parseEntry, type OrderEntry } from '../market/order-entry.ts'
import { previewOrder, type OrderPreview, type Side } from '../market/order-preview.ts'
import { queuePrices } from '../market/queue-prices.ts'
import { useDebouncedValue } from '../timing/debounce.ts'

/** Delay after typing before the server is asked. */
const CHECK_DELAY_MS = 200

export interface TradeStart {
  readonly side: Side
  readonly price?: number
  readonly count?: number
  /** The suggested price follows the market until something is typed, since the form may stay open for long. */
  readonly isFollowing?: boolean
}

interface TradeFormOptions {
  readonly itemId: number
  readonly details: ItemDetails
  readonly start: TradeStart
  readonly onDone: () => void
}

const COMMANDS = {
  buy: { now: 'POST /marketplace/buy-lot', order: 'POST /marketplace/create-buy-lot' },
  sell: { now: 'POST /marketplace/sell-to-buy-lot', order: 'POST /marketplace/create-sell-lot' },
} as const

/** State and rules of the trade popup (document 1 §4: the server decides between trading at once and an order). */
export function useTradeForm({ itemId, details, start, onDone }: TradeFormOptions) {
  const { side } = start
  const bestPrice = (side === 'buy' ? details.sell_orders : details.buy_orders)[0]?.price ?? 0
  const format = useFormat()
  const coins = useCoins()
  const owned = useOwnedCount(itemId)
  const startPrice = textOfPrice(start.price ?? (bestPrice || details.last_price), format)
  const [isTouched, setTouched] = useState(false)
  const [typed, setEntry] = useState<OrderEntry>(() => ({
    countText: format.field(
      Math.max(1, Math.min(start.count ?? 1, side === 'sell' ? owned : details.max_items_per_lot)),
    ),
    priceText: startPrice,
    currency: 'coin',
  }))
  const entry = start.isFollowing === true && !isTouched ? { ...typed, priceText: startPrice } : typed
  const parsed = parseEntry(entry, details.max_items_per_lot)
  const order = parsed.isValid ? parsed.order : null
  const preview = order === null ? null : previewOrder(details, side, order.priceCoins, order.count)

  const debouncedOrder = useDebouncedValue(order === null ? '' : `${order.priceCoins}:${order.count}`, CHECK_DELAY_MS)
  const isDebounced = order !== null && debouncedOrder === `${order.priceCoins}:${order.count}`
  const circumstances = `${describeMatch(preview)}:${side === 'buy' ? coins : owned}`
  const check = useOrderCheck(
    isDebounced ? { side, itemId, price: order.priceCoins, count: order.count, circumstances } : null,
  )
  const isChecking = order !== null && (!isDebounced || check.data === undefined)
  const isImmediate = isChecking ? preview?.restCount === 0 : check.data === true
  const warning = findWarning()
  const { isPending, error, reset, submit } = useTradeCommand({ itemId, side, onDone })

  return {
    entry,
    order,
    preview,
    coins,
    bestPrice,
    queuePrices: queuePrices(details, side),
    countMax: side === 'sell' ? Math.min(owned, details.max_items_per_lot) : affordable(),
    problem: parsed.isValid ? null : parsed.problem,
    problemParams: { max: format.exact(details.max_items_per_lot) },
    warning,
    canSubmit: order !== null && warning === null,
    isImmediate,
    isPending,
    error,
    setCount: (countText: string) => change({ countText }),
    setPrice: (priceText: string) => change({ priceText }),
    setCurrency: (currency: PriceCurrency) =>
      change({ currency, priceText: convertPrice(entry.priceText, entry.currency, currency, format) }),
    setCoins: (coins: number) => change({ priceText: textOfPrice(coins / currencyRate(entry.currency), format) }),
    applyBestPrice: () => change({ priceText: textOfPrice(bestPrice / currencyRate(entry.currency), format) }),
    /**
     * Sends what the button says at that moment; until the server's check arrives, the book on this page decides. An
     * immediate trade that is no longer possible is rejected, so nothing else can happen.
     */
    submit: () => {
      if (order === null || warning !== null) return
      submit(isImmediate, {
        item_type_id: itemId,
        price: order.priceCoins,
        count: order.count,
        currency: 'coin',
        prefer_lot_currency: entry.currency,
        prefer_lot_price: order.preferredPrice,
      })
    },
  }

  /** Clears the last error once the input it was about has changed. */
  function change(changed: Partial<OrderEntry>): void {
    setTouched(true)
    setEntry({ ...entry, ...changed })
    if (error !== null) reset()
  }

  function affordable(): number {
    if (order === null && !(bestPrice > 0)) return 0
    const price = order?.priceCoins ?? bestPrice
    return Math.min(Math.floor((coins ?? 0) / price), details.max_items_per_lot)
  }

  function findWarning(): 'coins' | 'items' | 'own_lot' | null {
    if (order === null || preview === null) return null
    if (side === 'buy' && coins !== undefined && preview.total > coins) return 'coins'
    if (side === 'sell' && order.count > owned) return 'items'
    return preview.meetsOwnLot && !isImmediate ? 'own_lot' : null
  }
}

interface TradeCommandOptions {
  readonly itemId: number
  readonly side: Side
  readonly onDone: () => void
}

/** Sends the order; afterwards the popup closes, the details are refetched and a toast says what happened. */
function useTradeCommand({ itemId, side, onDone }: TradeCommandOptions) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const name = useItemName()(itemId)
  const { run, isPending, error, reset } = useOrderCommand(itemId)
  return {
    isPending,
    error,
    reset,
    submit: (isImmediate: boolean, body: Parameters<typeof run>[1]) => {
      run(COMMANDS[side][isImmediate ? 'now' : 'order'], body, {
        onSuccess({ traded_count, traded_total, lot }) {
          const traded = { count: traded_count, amount: format.exact(traded_count), name }
          if (traded_count > 0) {
            showToast(t(`trade.${side}_done`, { ...traded, total: format.exact(traded_total) }), side, true)
          }
          if (lot !== null) showToast(t('trade.order_placed', { amount: format.exact(lot.current_count), name }))
          onDone()
        },
      })
    },
  }
}

function textOfPrice(price: number, format: Formats): string {
  return price > 0 ? format.field(price) : ''
}

/** Changes whenever the order would match something else, so that the server is asked again exactly then. */
function describeMatch(preview: OrderPreview | null): string {
  return preview === null ? '' : `${preview.nowCount}:${preview.nowTotal}:${preview.meetsOwnLot}`
}
