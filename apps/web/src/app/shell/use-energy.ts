import type { Energy } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useCommand } from '#shared/api/use-command.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { useThrottled } from '#shared/timing/throttle.ts'
import { showToast } from '#shared/ui/toast-store.ts'

/** The inventory may change many times a second; this often the energy is read again. */
const REREAD_INTERVAL_MS = 1_500

const NO_ENERGY: Energy = { count: 0, energised_until: 0 }

const energyQuery = queryOptions({
  queryKey: ['energy'],
  retry: false,
  queryFn: ({ signal }) => callApi('GET /energy/get', null, { signal }),
})

/** The player's energy, and the way to use some. A count that cannot be read is 0 (document 2 §8). */
export function useEnergy() {
  const errorText = useErrorText()
  const client = useQueryClient()
  const { run, isPending } = useCommand<'POST /energy/activate'>()
  const { data, isError } = useQuery({ ...energyQuery, enabled: useSignedIn() })
  const reread = useThrottled(() => void client.invalidateQueries(energyQuery), REREAD_INTERVAL_MS)
  useLiveEvent('inventoryItemUpdated', reread)
  useLiveEvent('energyChanged', ({ payload }) => {
    if (payload.case !== 'energyChanged') return
    const energised_until = Math.floor(Number(payload.value.energisedUntil) / SECOND_MS)
    client.setQueryData(energyQuery.queryKey, (known = NO_ENERGY) => ({ ...known, energised_until }))
    reread()
  })
  const energy = data === undefined || isError ? { ...(data ?? NO_ENERGY), count: 0 } : data
  return {
    count: energy.count,
    energisedUntilSec: energy.energised_until,
    isActivating: isPending,
    activate: () =>
      run(
        'POST /energy/activate',
        {},
        {
          onSuccess: (after) => void client.setQueryData(energyQuery.queryKey, after),
          onError(error) {
            console.warn('Energy was not activated', error)
            showToast(errorText(error), 'error')
            reread()
          },
        },
      ),
  }
}
