import type { EconomyEvent } from '@clutch/economy'
import type { AuditResult, AuditSubject } from '../audit/audit-entry.ts'
import type { Outcome } from './outcome.ts'

/** Balances of one player, by asset. */
type Balances = Record<number, number>

/**
 * What the audit log tells of a command: its operations, and of each player the free balances that it changed, before
 * and after.
 * @param isRepeated its key was used before, and nothing changed this time.
 * @param change what the caller says of the rest
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
