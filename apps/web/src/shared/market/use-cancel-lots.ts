import type { Lot } from '@clutch/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownLotsQuery } from '../account/own-lots.ts'
import { ApiError } from '../api/api-error.ts'
import { api } from '../api/api.ts'
import { showToast } from '../ui/toast-store.ts'

const SECOND_MS = 1_000
/** So often at most a lot waits because there were too many requests. */
const PATIENCE_MAX = 5

/** Takes lots back one after another, as fast as the server lets; the first failure stops and is told. */
export function useCancelLots() {
  const { t } = useTranslation('market')
  const client = useQueryClient()
  // One key per lot: asking again after a lost answer must not fail because the first attempt did arrive.
  const keys = useRef(new Map<string, string>())
  const [doneCount, setDoneCount] = useState(0)
  const mutation = useMutation({
    mutationFn: async (lots: readonly Lot[]) => {
      setDoneCount(0)
      for (const { lot_uuid } of lots) {
        const key = keys.current.get(lot_uuid) ?? crypto.randomUUID()
        keys.current.set(lot_uuid, key)
        await patiently(() => api.command('POST /marketplace/cancel-lot', { lot_uuid }, key))
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
  return {
    cancel: (lots: readonly Lot[], onDone: () => void) => {
      if (!mutation.isPending) mutation.mutate(lots, { onSuccess: onDone })
    },
    /** Lots taken back so far. */
    doneCount,
    isPending: mutation.isPending,
    error: mutation.error === null ? null : tellFailure(mutation.error),
    reset: mutation.reset,
  }
}

/** What the answer says is wrong; where it says nothing, that cancelling failed (document 1 §8). */
function tellFailure(error: Error): Error {
  const saysNothing = !(error instanceof ApiError) || error.code === 'internal'
  return saysNothing ? new ApiError('cancel_failed', 'Error canceling lot') : error
}

/** Repeats a call that came too soon, once the server says it may. */
async function patiently<Answer>(call: () => Promise<Answer>, attempt = 1): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    const waitSec = error instanceof ApiError ? Number(error.params['retry_after_s']) : Number.NaN
    if (Number.isNaN(waitSec) || attempt === PATIENCE_MAX) throw error
    await new Promise((resolve) => setTimeout(resolve, waitSec * SECOND_MS))
    return patiently(call, attempt + 1)
  }
}
