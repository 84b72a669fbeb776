import type { Queue as QueueName } from '@clutch/contract/live'
import { Queue, QueueStatus, toSafeNumber } from '@clutch/contract/live/values'
import { useTranslation } from 'react-i18next'
import { callApi } from '#shared/api/api.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { useFindRecipeName } from '#shared/production/use-recipe-name.ts'
import { showToast } from '#shared/ui/toast-store.ts'

/** Shows a toast on every page when a job finishes, and when its queue ends. */
export function useQueueToasts(): void {
  const { t } = useTranslation('production', { useSuspense: false })
  const format = useFormat()
  const findName = useFindRecipeName()

  const announce = async (queue: QueueName, recipeId: number, count: number) => {
    const [name, { response }] = await Promise.all([
      findName(queue === Queue.FACTORY ? 'factory' : 'craft', recipeId),
      callApi(queue === Queue.FACTORY ? 'POST /factory/queue' : 'POST /craft/queue', {}),
    ])
    showToast(
      t(response.length === 0 ? 'queue.empty_after' : 'queue.done', { name, amount: format.exact(count) }),
      'buy',
      true,
    )
  }
  useLiveEvent('queueChanged', ({ payload }) => {
    if (payload.case !== 'queueChanged' || payload.value.status !== QueueStatus.FINISHED) return
    const { queue, receiptId, count, startAt, endAt } = payload.value
    // Instant jobs were already reported by the press that started them.
    if (startAt === endAt) return
    void announce(queue, toSafeNumber(receiptId), toSafeNumber(count)).catch(() => undefined)
  })
}
