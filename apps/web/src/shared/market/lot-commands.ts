import type { CallName } from '@clutch/contract'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { ownLotsQuery, TRADING_HISTORY_KEY } from '../account/own-lots.ts'
import { useApiMutation, useCommand, useCommands, useKeyedCommands } from '../api/use-command.ts'
import type { EachOutcome } from '../api/run-each.ts'
import { ITEM_DETAILS_KEY, itemDetailsQuery } from './item-details.ts'

type OrderName = Extract<
  CallName,
  | 'POST /marketplace/buy-lot'
  | 'POST /marketplace/create-buy-lot'
  | 'POST /marketplace/sell-to-buy-lot'
  | 'POST /marketplace/create-sell-lot'
>

/** Queries that an order or a change of the player's lots makes stale: of one item, or of any. */
function lotKeys(itemId?: number): readonly QueryKey[] {
  const details = itemId === undefined ? ITEM_DETAILS_KEY : itemDetailsQuery(itemId).queryKey
  return [details, ownLotsQuery.queryKey, TRADING_HISTORY_KEY]
}

/** Trades an item at once or places an order for it. */
export function useOrderCommand(itemId: number) {
  return useCommands<OrderName>({ invalidates: lotKeys(itemId), errors: 'inline' })
}

/** Gives a lot of an item another price. */
export function useChangeLotPrice(itemId: number) {
  return useCommand('POST /marketplace/change-lot-price', { invalidates: lotKeys(itemId), errors: 'inline' })
}

/** Sends orders for several items in sequence; each line shows its own failure. Call `refetch` after the last one. */
export function useOrderSequence() {
  const client = useQueryClient()
  const commands = useKeyedCommands()
  return {
    send: commands.send,
    refetch: () => Promise.all(lotKeys().map((queryKey) => client.invalidateQueries({ queryKey }))),
  }
}

type ChangeLot = ReturnType<typeof useKeyedCommands>['send']

/** Changes several lots in one run, and refetches them even if it failed halfway. */
export function useLotSequence<Entry>(
  changeEach: (entries: readonly Entry[], send: ChangeLot) => Promise<EachOutcome<Entry>>,
  onSuccess: (outcome: EachOutcome<Entry>) => void,
) {
  const { send } = useKeyedCommands()
  return useApiMutation({
    mutationFn: (entries: readonly Entry[]) => changeEach(entries, send),
    errors: 'inline',
    invalidates: lotKeys(),
    invalidatesOnError: lotKeys(),
    onSuccess,
  })
}
