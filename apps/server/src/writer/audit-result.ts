import type { EconomyEvent } from '@clutch/economy'
import type { AuditResult, AuditSubject } from '../store/audit-log.ts'
import type { Outcome } from './outcome.ts'

/** Balances of one player, by asset. */
type Balances = Record<number, number>

/**
 * The audit log's record of a command: its operations, and the free balances it changed per player, before and after.
 * @param isRepeated its key was used before, so nothing changed this time
 * @param change other values that the caller changed
 */
export function auditResult(
  outcome: Outcome<unknown>,
  events: readonly EconomyEvent[],
  isRepeated: boolean,
  change: AuditSubject['change'],
): AuditResult {
  if (!outcome.ok) return { outcome: outcome.error.code }
  if (isRepeated) return { outcome: 'repeated' }
  const operations = events.flatMap((event) => (event.type === 'ledger_posted' ? event.operations : []))
  const before: Record<string, Balances> = {}
  const after: Record<string, Balances> = {}
  for (const { userId, lines } of operations) {
    for (const { asset, change, after: free } of lines) {
      const earlier = (before[userId] ??= {})
      earlier[asset] ??= free - change
      const later = (after[userId] ??= {})
      later[asset] = free
    }
  }
  return {
    outcome: 'done',
    operationIds: operations.map(({ id }) => id),
    before: { ...before, ...change?.before },
    after: { ...after, ...change?.after },
  }
}
