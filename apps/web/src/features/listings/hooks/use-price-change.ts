import type { Lot } from '@clutch/contract'
import type { PriceCurrency } from '@clutch/contract/constants'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useCoins } from '#shared/live/live-store.ts'
import { useItemDetails } from '#shared/market/item-details.ts'
import { useChangeLotPrice } from '#shared/market/lot-commands.ts'
import { convertPrice, currencyRate, parseEntry } from '#shared/market/order-entry.ts'
import { previewOrder } from '#shared/market/order-preview.ts'
import { showToast } from '#shared/ui/toast-store.ts'

/** State and rules of the form that gives a lot another price. */
export function usePriceChange(lot: Lot, startPrice: number, onDone: () => void) {
  const { t } = useTranslation('listings')
  const format = useFormat()
  const name = useItemName()(lot.item_type_id)
  const { data: details } = useItemDetails(lot.item_type_id)
  const [currency, setCurrency] = useState<PriceCurrency>(lot.prefer_lot_currency)
  const [priceText, setPriceText] = useState(() => format.field(startPrice / currencyRate(lot.prefer_lot_currency)))
  const { run, isPending, error, reset } = useChangeLotPrice(lot.item_type_id)

  const parsed = parseEntry({ countText: format.field(lot.current_count), priceText, currency }, lot.current_count)
  const order = parsed.isValid ? parsed.order : null
  const others = details?.user_lots.filter(({ lot_uuid }) => lot_uuid !== lot.lot_uuid) ?? []
  const preview =
    order === null || details === undefined
      ? null
      : previewOrder({ ...details, user_lots: others }, lot.type, order.priceCoins, order.count)
  const coins = useCoins()
  // What the lot holds comes back before the new one takes its own.
  const coinsFree = coins === undefined || lot.type === 'sell' ? coins : coins + lot.price * lot.current_count
  const rivals = lot.type === 'sell' ? details?.sell_orders : details?.buy_orders
  const bestPrice = rivals?.[0]?.price ?? 0
  return {
    priceText,
    currency,
    order,
    preview,
    coinsFree,
    warning: findWarning(),
    bestPrice,
    feeBasisPoints: details?.fee_basis_points ?? 0,
    problem: parsed.isValid ? null : parsed.problem,
    isUnchanged: order?.priceCoins === lot.price,
    isPending,
    error,
    setPrice: (text: string) => change(text, currency),
    setCurrency: (choice: PriceCurrency) => change(convertPrice(priceText, currency, choice, format), choice),
    applyBestPrice: () => change(format.field(bestPrice / currencyRate(currency)), currency),
    submit() {
      if (order === null) return
      const body = {
        lot_uuid: lot.lot_uuid,
        price: order.priceCoins,
        prefer_lot_currency: currency,
        prefer_lot_price: order.preferredPrice,
      }
      run(body, {
        onSuccess() {
          showToast(t('changed', { name, price: format.exact(order.priceCoins) }))
          onDone()
        },
      })
    },
  }

  function findWarning(): 'coins' | 'own_lot' | null {
    if (preview === null) return null
    if (lot.type === 'buy' && coinsFree !== undefined && preview.total > coinsFree) return 'coins'
    return preview.meetsOwnLot ? 'own_lot' : null
  }

  /** A refusal was about the price before; it goes once that changes. */
  function change(text: string, choice: PriceCurrency): void {
    setPriceText(text)
    setCurrency(choice)
    if (error !== null) reset()
  }
}
