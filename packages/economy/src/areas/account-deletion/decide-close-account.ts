import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { sumItems, type ItemAmount } from '../../core/item-amounts.ts'
import { COINS, freeOf, heldOf, THE_WORLD, type Move } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { moveItems } from '../../core/ledger/move-items.ts'
import type { CommandNeeds } from '../../core/needs.ts'
import { asCoins, asOperationId, asQuantity } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { Account, World } from '../../core/world.ts'
import { holdOfGroup } from '../harvest/harvest-group.ts'
import { byEnd } from '../harvest/group-heap.ts'
import { takeBack } from '../rent/take-back.ts'
import type { CloseAccount } from './commands.ts'

/**
 * Ends a player's jobs, harvests and rentals and burns everything they own in one operation (integration §6). Salaries
 * are paid first, so that the rent pools settle. Lots and coin exchanges concern others: they must have ended before.
 * Repeating it burns what arrived in the meantime.
 */
export function decideCloseAccount(
  world: World,
  { userId }: CloseAccount,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const account = world.account(userId)
  if (account.marketplace.openLotCount > 0 || account.exchanges.size > 0) return fail({ code: 'account_in_use' })
  const draft = new LedgerDraft(world, context)
  const returned: EconomyEvent[] = []
  for (const [itemId, { units }] of account.rentals) {
    if (units === 0) continue
    const rental = takeBack(world, draft, { userId, itemId, count: units }, context)
    if (!rental.ok) return rental
    returned.push(...rental.value)
  }
  const work = endWork(account)
  const moves = [...moveItems(work.held, heldOf(userId), THE_WORLD), ...burnFree(draft, account)]
  if (moves.length > 0) {
    const id = asOperationId(context.newId())
    const posted = draft.post([{ id, userId, kind: 'account_deleted', causeId: undefined }], moves)
    if (!posted.ok) return posted
  }
  return succeed([...draft.toEvents(), ...returned, ...work.events, { type: 'account_closed', userId }])
}

/** The pools of the player's rentals, once their account is loaded. */
export function needsOfCloseAccount(world: World, { userId }: CloseAccount): CommandNeeds {
  const rentals = world.hasAccount(userId) ? [...world.account(userId).rentals.keys()] : []
  return { users: [userId], entities: rentals.map((id) => ({ kind: 'rent_pool', id })) }
}

/** Ends jobs and harvest runs without results. What they hold is burned. */
function endWork({ userId, jobs, harvest }: Account): { held: ItemAmount[]; events: EconomyEvent[] } {
  const running = jobs.all()
  // A heap's groups end in the order of their end.
  const groups = harvest.groups().toSorted(byEnd)
  const nothing = { newItems: [], brokenItems: [], upgradedItems: [], experience: [] }
  const stopped = [...harvest.states()].filter(([, { settings }]) => settings.enabled)
  return {
    held: sumItems([...running.map(({ held }) => held), ...groups.map(holdOfGroup)]),
    events: [
      ...running.map((job) => ({ type: 'job_cancelled', job, returnedItems: [] }) as const),
      ...groups.map((group) => ({ type: 'harvest_ended', group, ...nothing }) as const),
      ...stopped.map(([recipeId, { settings }]) => {
        return { type: 'harvest_set', userId, recipeId, settings: { ...settings, enabled: false } } as const
      }),
    ],
  }
}

function burnFree(draft: LedgerDraft, { userId, balances }: Account): Move[] {
  return [...new Set([COINS, ...balances.keys()])].flatMap((asset): Move[] => {
    const free = draft.freeBalance(userId, asset)
    const amount = asset === COINS ? asCoins(free) : asQuantity(free)
    return free === 0 ? [] : [{ from: freeOf(userId), to: THE_WORLD, asset, amount }]
  })
}
