import type { OwnLot } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { runEach } from '../api/run-each.ts'
import { useFormat } from '../format/use-format.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import { showToast } from '../ui/toast-store.ts'
import { useRowFocus } from '../ui/use-row-focus.ts'
import { useLotSequence } from './lot-commands.ts'

/**
 * Asks for confirmation, then cancels lots in sequence. Lots filled meanwhile are skipped and reported at the end; any
 * other failure stops, and the dialog offers a retry.
 */
export function useCancelLots() {
  const { t } = useTranslation('market')
  const format = useFormat()
  const errorText = useErrorText()
  const [asked, setAsked] = useState<readonly OwnLot[]>([])
  const [doneCount, setDoneCount] = useState(0)
  const focus = useRowFocus()
  const mutation = useLotSequence<OwnLot>(
    async (lots, send) => {
      setDoneCount(0)
      const outcome = await runEach(
        lots,
        ({ lot_uuid }) => send('POST /marketplace/cancel-lot', { lot_uuid }),
        setDoneCount,
      )
      const [first] = outcome.rejected
      if (outcome.done.length === 0 && first !== undefined) throw first.error
      return outcome
    },
    ({ done, rejected }) => {
      const [first] = rejected
      if (done.length > 0) showToast(t('lots.cancelled', { count: done.length }))
      if (first === undefined) return
      const params = { count: rejected.length, amount: format.exact(rejected.length), reason: errorText(first.error) }
      showToast(t('lots.not_cancelled', params), 'error')
    },
  )
  const close = () => {
    setAsked([])
    mutation.reset()
  }
  return {
    asked,
    /** Remembers the focused control, so that focus returns to it or to its neighbour. */
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
    /** Lots handled so far: cancelled, or found filled. */
    doneCount,
    /** Props of the confirmation dialog. */
    dialog: {
      isOpen: asked.length > 0,
      isPending: mutation.isPending,
      error: mutation.error === null ? null : showFailure(mutation.error),
      onClose: close,
      finalFocus: focus.finalFocus,
    },
  }
}

/** The server's reason, or the default text if there is none (document 1 §8). */
function showFailure(error: Error): Error {
  const saysNothing = !(error instanceof ApiError) || error.code === 'internal'
  return saysNothing ? new ApiError('cancel_failed', 'Error canceling lot') : error
}
