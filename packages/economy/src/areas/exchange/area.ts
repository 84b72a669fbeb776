import type { Area } from '../../core/area.ts'
import { COINS } from '../../core/ledger/accounts.ts'
import type { World } from '../../core/world.ts'
import './commands.ts'
import { decideAttemptExchange } from './decide-attempt.ts'
import { decideDecideExchange, decideResolveAttempt } from './decide-resolve.ts'
import {
  decideExchangeFromSteam,
  decideExchangeToSteam,
  decideNoteUnlisted,
  decidePlanExchange,
} from './decide-start.ts'
import { hasEnded, type Exchange, type ExchangeId } from './exchange.ts'

declare module '../../core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly exchange_to_steam: OperationKindRow
    readonly exchange_from_steam: OperationKindRow
  }
}

/** Exchange of store coins for game coins: the ledger's side of the saga (rules §9). */
export const exchange = {
  name: 'exchange',
  commands: {
    exchange_to_steam: { decide: decideExchangeToSteam },
    exchange_from_steam: { decide: decideExchangeFromSteam, touchesStock: false },
    plan_exchange: { decide: decidePlanExchange, touchesStock: false },
    note_unlisted: { decide: decideNoteUnlisted, touchesStock: false },
    attempt_exchange: { decide: decideAttemptExchange, touchesStock: false },
    resolve_attempt: { decide: decideResolveAttempt },
    decide_exchange: { decide: decideDecideExchange },
  },
  operationKinds: {
    exchange_to_steam: { code: 38, from: ['free', 'held'], to: ['held', 'world', 'free'] },
    exchange_from_steam: { code: 39, from: ['world'], to: ['free'] },
  },
  apply: {
    exchange_changed: (world, { exchange: changed }) => {
      const { exchanges } = world.account(changed.userId)
      if (hasEnded(changed)) exchanges.delete(changed.id)
      else exchanges.set(changed.id, changed)
    },
  },
  createAccountParts: () => ({ exchanges: new Map<ExchangeId, Exchange>() }),
  holds: { exchange: { list: listExchangeHolds } },
} as const satisfies Area

function* listExchangeHolds(world: World) {
  for (const { userId, exchanges } of world.accounts()) {
    for (const { id, direction, coins } of exchanges.values()) {
      if (direction === 'to_steam') yield { ownerId: id, userId, asset: COINS, amount: coins }
    }
  }
}
