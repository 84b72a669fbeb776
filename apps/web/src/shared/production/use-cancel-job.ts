import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCommand } from '../api/use-command.ts'
import { showToast } from '../ui/toast-store.ts'
import { CRAFT_QUEUE_KEY, FACTORY_QUEUE_KEY } from './queues.ts'

const CANCELS = {
  craft: { call: 'POST /craft/cancel', key: CRAFT_QUEUE_KEY },
  factory: { call: 'POST /factory/cancel', key: FACTORY_QUEUE_KEY },
} as const

/** Cancels a job that has not started, with a full return (rules §4). */
export function useCancelJob(queue: keyof typeof CANCELS) {
  const { t } = useTranslation('production')
  const client = useQueryClient()
  const { run, isPending, error, reset } = useCommand<(typeof CANCELS)[keyof typeof CANCELS]['call']>()
  return {
    isPending,
    error,
    reset,
    cancel: (id: string, name: string, onDone: () => void) => {
      run(
        CANCELS[queue].call,
        { id },
        {
          onSuccess() {
            showToast(t('queue.cancelled', { name }))
            void client.invalidateQueries({ queryKey: CANCELS[queue].key })
            onDone()
          },
        },
      )
    },
  }
}
