import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/api-error.ts'
import { runEach } from '#shared/api/run-each.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { holdings } from '#shared/live/live-store.ts'
import { useLotSequence } from '#shared/market/lot-commands.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { wouldTrade, type RepriceLine } from '../model/reprice.ts'

/**
 * Gives lots their new prices one after another. A lot whose price would trade at once by now, or that was filled, is left
 * as it is and counted; any other failure stops.
 */
export function useReprice(onDone: () => void) {
  const { t } = useTranslation('listings')
  const format = useFormat()
  const [doneCount, setDoneCount] = useState(0)
  const { mutate, isPending, error } = useLotSequence<RepriceLine>(
    async (lines, send) => {
      setDoneCount(0)
      return runEach(
        lines,
        async (line) => {
          if (wouldTrade(line, holdings.prices.get(line.lot.item_type_id) ?? NO_PRICES)) {
            throw new ApiError('market_moved', 'The market has moved', {}, 409)
          }
          const body = { lot_uuid: line.lot.lot_uuid, price: line.price }
          await send('POST /marketplace/change-lot-price', body)
        },
        setDoneCount,
      )
    },
    ({ done, rejected }) => {
      if (done.length > 0) showToast(t('reprice.done', { count: done.length, amount: format.exact(done.length) }))
      if (rejected.length > 0) showToast(t('reprice.moved', { amount: format.exact(rejected.length) }))
      onDone()
    },
  )
  return {
    run: (lines: readonly RepriceLine[]) => {
      if (!isPending) mutate(lines)
    },
    doneCount,
    isPending,
    error,
  }
}
