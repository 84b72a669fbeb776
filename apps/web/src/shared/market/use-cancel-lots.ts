import type { OwnLot } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownLotsQuery } from '../account/own-lots.ts'
import { ApiError } from '../api/api-error.ts'
import { useKeyedCommands } from '../api/use-command.ts'
import { showToast } from '../ui/toast-store.ts'
import { useRowFocus } from '../ui/use-row-focus.ts'

/** So often at most a call is repeated because there were too many. */
const LIMITED_RETRIES_MAX = 5

/**
 * Asks before lots are taken back, and takes them back one after another, as fast as the server lets; the first failure
 * stops and is told.
 */
export function useCancelLots() {
  const { t } = useTranslation('market')
  const client = useQueryClient()
  const commands = useKeyedCommands()
  const [asked, setAsked] = useState<readonly OwnLot[]>([])
  const [doneCount, setDoneCount] = useState(0)
  const focus = useRowFocus()
  const mutation = useMutation({
    mutationFn: async (lots: readonly OwnLot[]) => {
      setDoneCount(0)
      for (const { lot_uuid } of lots) {
        await retryWhenLimited(() => commands.send('POST /marketplace/cancel-lot', { lot_uuid }))
        setDoneCount((count) => count + 1)
      }
      return lots.length
    },
    onSuccess: (count) => showToast(t('lots.cancelled', { count })),
    onSettled: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ownLotsQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['item-details'] }),
      ])
    },
  })
  const close = () => {
    setAsked([])
    mutation.reset()
  }
  return {
    asked,
    /** The focus stands where it is asked: there it comes back, or from there it goes on. */
    ask: (lots: readonly OwnLot[]) => {
      focus.remember()
      setAsked(lots)
    },
    cancel: (lots: readonly OwnLot[], onDone?: () => void) => {
      if (mutation.isPending) return
      mutation.mutate(lots, {
        onSuccess() {
          focus.leave()
          close()
          onDone?.()
        },
      })
    },
    /** Lots taken back so far. */
    doneCount,
    /** What the popup that asks is told. */
    dialog: {
      isOpen: asked.length > 0,
      isPending: mutation.isPending,
      error: mutation.error === null ? null : tellFailure(mutation.error),
      onClose: close,
      finalFocus: focus.finalFocus,
    },
  }
}

/** What the answer says is wrong; where it says nothing, that cancelling failed (document 1 §8). */
function tellFailure(error: Error): Error {
  const saysNothing = !(error instanceof ApiError) || error.code === 'internal'
  return saysNothing ? new ApiError('cancel_failed', 'Error canceling lot') : error
}

/** Repeats a call that came too soon, once the server says it may. */
export async function retryWhenLimited<Answer>(call: () => Promise<Answer>, attempt = 1): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    const waitSec = error instanceof ApiError ? Number(error.params['retry_after_s']) : Number.NaN
    if (Number.isNaN(waitSec) || attempt === LIMITED_RETRIES_MAX) throw error
    await new Promise((resolve) => setTimeout(resolve, waitSec * SECOND_MS))
    return retryWhenLimited(call, attempt + 1)
  }
}
