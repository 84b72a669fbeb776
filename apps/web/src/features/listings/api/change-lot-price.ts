import { useCommand } from '#shared/api/use-command.ts'
import { lotKeys } from '#shared/market/lot-commands.ts'

/** Gives a lot of an item another price. */
export function useChangeLotPrice(itemId: number) {
  return useCommand('POST /marketplace/change-lot-price', { invalidates: lotKeys(itemId), errors: 'inline' })
}
