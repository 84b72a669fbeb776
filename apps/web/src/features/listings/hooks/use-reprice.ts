import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownLotsQuery, TRADING_HISTORY_KEY } from '#shared/account/own-lots.ts'
import { ApiError } from '#shared/api/api-error.ts'
import { runEach } from '#shared/api/run-each.ts'
import { useKeyedCommands } from '#shared/api/use-command.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { holdings } from '#shared/live/live-store.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { wouldTrade, type RepriceLine } from '../model/reprice.ts'

/**
 * Gives lots their new prices one after another. A lot whose price would trade at once by now, or that was filled, is left
 * as it is and counted; any other failure stops.
 */
export function useReprice(onDone: () => void) {
  const { t } = useTranslation('listings')
  const format = useFormat()
  const client = useQueryClient()
  const commands = useKeyedCommands()
  const [doneCount, setDoneCount] = useState(0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (lines: readonly RepriceLine[]) => {
      setDoneCount(0)
      return runEach(
        lines,
        async (line) => {
          if (wouldTrade(line, holdings.prices.get(line.lot.item_type_id) ?? NO_PRICES)) {
            throw new ApiError('market_moved', 'The market has moved', {}, 409)
          }
          const body = { lot_uuid: line.lot.lot_uuid, price: line.price }
          await commands.send('POST /marketplace/change-lot-price', body)
        },
        setDoneCount,
      )
    },
    onSuccess({ done, rejected }) {
      if (done.length > 0) showToast(t('reprice.done', { count: done.length, amount: format.exact(done.length) }))
      if (rejected.length > 0) showToast(t('reprice.moved', { amount: format.exact(rejected.length) }))
      onDone()
    },
    onSettled: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ownLotsQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['item-details'] }),
        client.invalidateQueries({ queryKey: TRADING_HISTORY_KEY }),
      ])
    },
  })
  return {
    run: (lines: readonly RepriceLine[]) => {
      if (!isPending) mutate(lines)
    },
    doneCount,
    isPending,
    error,
  }
}
