import type { HarvestUserData } from '@clutch/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCommand } from '#shared/api/use-command.ts'
import { harvestQuery } from '#shared/production/harvest.ts'

/** Changes the setup of a recipe. */
export function useUpdateHarvest() {
  const client = useQueryClient()
  return useCommand('POST /harvest/update', {
    onSuccess: ({ user_data }) => setUserData(client, user_data),
    invalidatesOnError: [harvestQuery.queryKey],
  })
}

/** Puts the response to an update in the place of what was known of its recipe. */
function setUserData(client: QueryClient, changed: HarvestUserData): void {
  client.setQueryData(harvestQuery.queryKey, (known) => {
    if (known === undefined) return known
    const others = known.user_data.filter(({ receipt_id }) => receipt_id !== changed.receipt_id)
    return { ...known, user_data: [...others, changed] }
  })
}
