import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { useRentCall } from '../api/rent.ts'

export type RentAct = 'put' | 'take_back' | 'buy' | 'take_salary'

/** The acts of the page. While one runs, everything waits behind a message. */
export function useRentCommands() {
  const { t } = useTranslation('rent')
  const format = useFormat()
  const errorText = useErrorText()
  const { run, isPending } = useRentCall()
  const [act, setAct] = useState<RentAct>('put')

  function handlersOf(doing: RentAct, amount: number, onDone?: () => void) {
    setAct(doing)
    return {
      onSuccess() {
        showToast(t(`done.${doing}`, { count: amount, amount: format.exact(amount) }), 'buy')
        onDone?.()
      },
      describeError: (error: Error) => t(`failed.${doing}`, { message: errorText(error) }),
    }
  }

  return {
    /** What runs now. */
    running: isPending ? act : undefined,
    put: (item_id: number, count: number, onDone: () => void) =>
      run('POST /rent/put', { item_id, count }, handlersOf('put', count, onDone)),
    takeBack: (item_id: number, count: number, onDone: () => void) =>
      run('POST /rent/take-back', { item_id, count }, handlersOf('take_back', count, onDone)),
    buy: (rent_id: number, item_id: number, count: number, onDone: () => void) =>
      run('POST /rent/buy-item', { rent_id, item_id, count }, handlersOf('buy', count, onDone)),
    /** @param coins what is expected, for the message. */
    takeSalary: (item_ids: number[], coins: number) =>
      run('POST /rent/take-salary', { item_ids }, handlersOf('take_salary', coins)),
  }
}

export type RentCommands = ReturnType<typeof useRentCommands>
