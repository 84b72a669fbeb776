import type { EconomyEvent } from '../../core/event.ts'
import { COINS } from '../../core/ledger/accounts.ts'
import type { LedgerPosted, Operation } from '../../core/ledger/ledger.ts'
import { asCoins, asItemId, asQuantity } from '../../core/numbers.ts'
import { asNotificationId } from '../notifications/notification.ts'

/** The player's notifications of a grant by customer support; none if it opened to nothing. */
export function notificationsOfGrant(posted: readonly LedgerPosted[]): EconomyEvent[] {
  return posted.flatMap(({ operations }) => operations.map(notificationOfGrant))
}

/** Names what was received: the contents of a bundle, not the bundle. */
function notificationOfGrant({ id, userId, lines }: Operation): EconomyEvent {
  const items = lines.filter(({ asset }) => asset !== COINS)
  const [only] = items.length === 1 ? items : []
  const notification = {
    id: asNotificationId(id),
    userId,
    kind: 'support_grant',
    coins: asCoins(lines.find(({ asset }) => asset === COINS)?.change ?? 0),
    itemId: only && asItemId(only.asset),
    count: asQuantity(only?.change ?? items.length),
  } as const
  return { type: 'notification_added', notification }
}
