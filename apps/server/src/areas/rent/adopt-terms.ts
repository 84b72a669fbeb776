import { asItemId, termsOf, WORLD } from '@clutch/economy'
import type { Context } from '../../context.ts'

/**
 * Applies the loaded pack's terms to all pools, settling each under its old terms first (rules §7). A pool that cannot
 * be updated now is settled in the same way by the first command that touches it.
 */
export async function adoptRentTerms(context: Pick<Context, 'store' | 'writer' | 'catalogue'>): Promise<void> {
  const pools = await context.store.db
    .selectFrom('rent_pool')
    .select(['item_id', 'pool_per_day', 'salary_max'])
    .execute()
  const outdated = pools.filter(({ item_id, pool_per_day, salary_max }) => {
    const terms = termsOf(context, asItemId(item_id))
    return pool_per_day !== terms.poolPerDay || salary_max !== terms.salaryMax
  })
  await Promise.all(
    outdated.map(({ item_id }) =>
      context.writer.submit<'adopt_rent_terms'>({
        command: { type: 'adopt_rent_terms', userId: WORLD, itemId: asItemId(item_id) },
        actorId: WORLD,
        idempotency: undefined,
      }),
    ),
  )
}
