import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownLotsQuery, TRADING_HISTORY_KEY } from '#shared/account/own-lots.ts'
import { useKeyedCommands } from '#shared/api/use-command.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { holdings } from '#shared/live/live-store.ts'
import { retryWhenLimited } from '#shared/market/use-cancel-lots.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { wouldTrade, type RepriceLine } from '../model/reprice.ts'

/** Gives lots their new prices one after another, as fast as the server lets; the first failure stops and is told. */
export function useReprice(onDone: () => void) {
  const { t } = useTranslation('listings')
  const format = useFormat()
  const client = useQueryClient()
  const commands = useKeyedCommands()
  const [doneCount, setDoneCount] = useState(0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (lines: readonly RepriceLine[]) => {
      setDoneCount(0)
      let moved = 0
      for (const line of lines) {
        const { lot, price } = line
        if (wouldTrade(line, holdings.prices.get(lot.item_type_id) ?? NO_PRICES)) moved += 1
        else {
          const body = { lot_uuid: lot.lot_uuid, price }
          await retryWhenLimited(() => commands.send('POST /marketplace/change-lot-price', body))
        }
        setDoneCount((count) => count + 1)
      }
      return { done: lines.length - moved, moved }
    },
    onSuccess({ done, moved }) {
      if (done > 0) showToast(t('reprice.done', { count: done, amount: format.exact(done) }))
      if (moved > 0) showToast(t('reprice.moved', { amount: format.exact(moved) }))
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
