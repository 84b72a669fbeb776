import type { Queue as QueueName } from '@clutch/contract/live'
import { Queue, QueueStatus, toSafeNumber } from '@clutch/contract/live/values'
import { useTranslation } from 'react-i18next'
import { callApi } from '#shared/api/api.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { useFindRecipeName } from '#shared/production/use-recipe-name.ts'
import { showToast } from '#shared/ui/toast-store.ts'

/** Tells when a job of the queues is finished, and when with it the queue ends, on whatever page. */
export function useQueueToasts(): void {
  const { t } = useTranslation('production', { useSuspense: false })
  const format = useFormat()
  const findName = useFindRecipeName()

  const tell = async (queue: QueueName, recipeId: number, count: number) => {
    const [name, { response }] = await Promise.all([
      findName(queue === Queue.FACTORY ? 'factory' : 'craft', recipeId),
      callApi(queue === Queue.FACTORY ? 'POST /factory/queue' : 'POST /craft/queue', {}),
    ])
    showToast(
      t(response.length === 0 ? 'queue.empty_after' : 'queue.done', { name, amount: format.exact(count) }),
      'buy',
    )
  }
  useLiveEvent('queueChanged', ({ payload }) => {
    if (payload.case !== 'queueChanged' || payload.value.status !== QueueStatus.FINISHED) return
    const { queue, receiptId, count, startAt, endAt } = payload.value
    // What took no time was answered by the press that started it.
    if (startAt === endAt) return
    void tell(queue, toSafeNumber(receiptId), toSafeNumber(count)).catch(() => undefined)
  })
}
