import type { PriceCurrency } from '@clutch/contract/constants'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { useItemPrices } from '../live/live-store.ts'
import { convertPrice, currencyRate, parseEntry } from '../market/order-entry.ts'
import { showToast } from '../ui/toast-store.ts'
import { useCreateAlert } from './alerts.ts'

export type AlertSide = 'buy' | 'sell'
export type AlertDirection = 'above' | 'below'

interface AlertEntry {
  readonly side: AlertSide
  readonly direction: AlertDirection
  readonly priceText: string
  readonly currency: PriceCurrency
}

/** An alert has only a price; the rules for orders require a count. */
const ONE = '1'

/** State and rules of the form for a new price alert. */
export function useAlertForm(itemId: number) {
  const { t } = useTranslation('watch')
  const format = useFormat()
  const prices = useItemPrices(itemId)
  const [entry, setEntry] = useState<AlertEntry>({ side: 'sell', direction: 'below', priceText: '', currency: 'coin' })
  const { run, isPending, error, reset } = useCreateAlert()
  const parsed = parseEntry({ ...entry, countText: ONE }, 1)
  const bestPrice = prices[entry.side]
  const change = (changed: Partial<AlertEntry>) => {
    setEntry({ ...entry, ...changed })
    if (error !== null) reset()
  }
  return {
    entry,
    bestPrice,
    isValid: parsed.isValid,
    problem: parsed.isValid ? null : parsed.problem,
    isPending,
    error,
    setSide: (side: AlertSide) => change({ side }),
    setDirection: (direction: AlertDirection) => change({ direction }),
    setPrice: (priceText: string) => change({ priceText }),
    setCurrency: (currency: PriceCurrency) =>
      change({ currency, priceText: convertPrice(entry.priceText, entry.currency, currency, format) }),
    applyBestPrice: () => change({ priceText: format.field(bestPrice / currencyRate(entry.currency)) }),
    submit: () => {
      if (!parsed.isValid) return
      const { side, direction } = entry
      run(
        { item_id: itemId, side, direction, price: parsed.order.priceCoins },
        {
          onSuccess: () => {
            setEntry({ ...entry, priceText: '' })
            showToast(t('alerts.created'))
          },
        },
      )
    },
  }
}
