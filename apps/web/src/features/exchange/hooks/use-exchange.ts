import type { ExchangeRecord } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { useStartExchange } from '../api/exchange.ts'
import type { Conversion } from '../model/conversion.ts'

/** Starts an exchange and reports its progress. */
export function useExchange({ direction, coin }: Conversion) {
  const { t } = useTranslation('exchange')
  const errorText = useErrorText()
  const { run, isPending } = useStartExchange(direction)
  return {
    isPending,
    exchange: (count: number, onBegun: () => void) =>
      run(
        { currency: coin, count },
        {
          onSuccess: onBegun,
          describeError: (error) => t('error_send', { message: errorText(error) }),
        },
      ),
  }
}

const ENDS = new Set(['settled', 'settled_partial', 'refunded', 'refused', 'parked'])

/** Shows a toast when an exchange ends (document 2 §8): what was given, and how much of it. */
export function useExchangeToasts(): void {
  const { t } = useTranslation('exchange')
  const format = useFormat()
  useLiveEvent('exchangeChanged', ({ payload }) => {
    if (payload.case !== 'exchangeChanged' || !ENDS.has(payload.value.state)) return
    const { state, direction, currency, storeCount, coins } = payload.value
    const given = direction === 'from_steam' ? currency : 'coin'
    const amount = format.exact(Number(direction === 'from_steam' ? storeCount : coins))
    const isWhole = state === 'settled' || state === 'settled_partial'
    const text = isWhole ? t(`done.${given}`, { amount }) : t(`ended.${state}`)
    showToast(text, isWhole ? 'buy' : 'error')
  })
}

/** Whether an exchange has reached a state that it does not leave automatically. */
export function isOver({ state }: Pick<ExchangeRecord, 'state'>): boolean {
  return ENDS.has(state)
}
