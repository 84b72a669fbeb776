import { FACTORY_START_GAP_MS } from '@clutch/contract/constants'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { inventoryQuery } from '#shared/account/inventory.ts'
import { queryClient } from '#shared/api/query-client.ts'
import { useKeyedCommands } from '#shared/api/use-command.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { holdings } from '#shared/live/live-store.ts'
import { FACTORY_QUEUE_KEY } from '#shared/production/queues.ts'
import type { ItemCount } from '#shared/production/valuation.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { createStartQueue } from '../model/start-queue.ts'

interface FactoryOrder {
  readonly receipt_id: number
  readonly input_ids: number[]
  readonly count: number
}

interface FactoryStart {
  readonly send: () => Promise<unknown>
  readonly onSent: () => void
  readonly onFailed: (error: unknown) => void
}

/** Lives as long as the page does: going to another view does not forget what was pressed. */
const starts = createStartQueue<FactoryStart>({
  gapMs: FACTORY_START_GAP_MS,
  wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  async send({ send, onSent, onFailed }) {
    try {
      await send()
      onSent()
    } catch (error) {
      onFailed(error)
      void queryClient.invalidateQueries({ queryKey: inventoryQuery.queryKey })
    }
    void queryClient.invalidateQueries({ queryKey: FACTORY_QUEUE_KEY })
  },
})

/** How many starts are on their way. */
export function useStartsUnderWay(): number {
  return useSyncExternalStore(starts.subscribe, starts.size)
}

/** Queues a start: what it takes leaves the inventory at once; what the server refuses brings the true one back. */
export function useStartFactory() {
  const { t } = useTranslation('production')
  const format = useFormat()
  const errorText = useErrorText()
  const commands = useKeyedCommands()
  return (name: string, body: FactoryOrder, taken: readonly ItemCount[]): void => {
    holdings.spendItems(taken)
    starts.add({
      send: commands.prepare('POST /factory/start', body),
      onSent: () =>
        showToast(
          t(body.count > 1 ? 'recipe.sent_count' : 'recipe.sent', { name, amount: format.exact(body.count) }),
          'buy',
        ),
      onFailed: (error) => showToast(`${t('recipe.error', { name })}: ${errorText(error)}`, 'sell'),
    })
  }
}
