import { inventoryQuery } from '#shared/account/inventory.ts'
import { useCommand } from '#shared/api/use-command.ts'
import { CRAFT_QUEUE_KEY } from '#shared/production/queues.ts'

/** Queues a craft. The page has already spent its ingredients, so a failure refetches the inventory. */
export function useStartCraft() {
  return useCommand('POST /craft/start', {
    invalidates: [CRAFT_QUEUE_KEY],
    invalidatesOnError: [inventoryQuery.queryKey],
    errorTone: 'sell',
  })
}
