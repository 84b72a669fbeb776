import type { DuePart } from '../../core/scheduler.ts'
import type { ItemAmount } from '../../core/item-amounts.ts'
import { COINS, freeOf, THE_WORLD } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { moveItems } from '../../core/ledger/move-items.ts'
import { asOperationId, asItemId, type UserId } from '../../core/numbers.ts'
import { clampToSupply, openGrants } from '../items/mint.ts'

/** Pays a player's rewards, each as an operation with the new player as its cause. */
export const rewardsOfPlayer: DuePart<UserId> = {
  nextMs: (world, userId) => world.account(userId).referral.owed[0]?.dueAtMs,
  settle: (world, userId, context, apply) => {
    const { owed } = world.account(userId).referral
    for (;;) {
      const [first] = owed
      if (first === undefined || first.dueAtMs > context.nowMs) return
      const { newcomerId } = first
      const id = asOperationId(context.newId())
      const draft = new LedgerDraft(world, context)
      const { coins, items } = world.catalogue.referralReward
      const granted: ItemAmount[] = openGrants(world.catalogue, items, context.rngFor(id))
      // Coins are asset 0. Only what the supply has room for is minted.
      const minted = clampToSupply(draft, [{ itemId: asItemId(COINS), count: coins }, ...granted])
      const posted = draft.post(
        [{ id, userId, kind: 'referral', causeId: newcomerId }],
        moveItems(minted, THE_WORLD, freeOf(userId)),
      )
      if (!posted.ok) throw new Error(`Reward of ${userId} could not be paid: ${posted.error.code}`)
      apply([...draft.toEvents(), { type: 'referral_rewarded', userId, newcomerId, atMs: context.nowMs }])
    }
  },
}
