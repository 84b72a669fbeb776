import type { CallName } from './calls/index.ts'
import type { PlayerKeyScope } from './constants.ts'

/**
 * The calls that players' own keys may make, with the scope that each needs (integration §5). Calls that are missing
 * here reject keys: those about account, friends, chat and live connections, and those of operators.
 */
export const PLAYER_KEY_CALLS = {
  'POST /inventory/get': 'account:read',
  'POST /inventory/history': 'account:read',
  'GET /inventory/archive': 'account:read',
  'GET /inventory/export-history': 'account:read',
  'POST /inventory/chart': 'account:read',
  'POST /inventory/worth': 'account:read',
  'POST /portfolio/get': 'account:read',
  'POST /marketplace/get-my-lots': 'account:read',
  'POST /marketplace/get-lot-history': 'account:read',
  'GET /marketplace/export-lot-history': 'account:read',
  'POST /marketplace/get-profits': 'account:read',
  'GET /marketplace/exchanges': 'account:read',
  'POST /craft/get-receipts': 'account:read',
  'POST /craft/queue': 'account:read',
  'POST /craft/get-history': 'account:read',
  'POST /factory/get-receipts': 'account:read',
  'POST /factory/queue': 'account:read',
  'POST /factory/get-history': 'account:read',
  'POST /harvest/get-receipts': 'account:read',
  'POST /harvest/get-history': 'account:read',
  'GET /energy/get': 'account:read',
  'GET /rent/get': 'account:read',
  'POST /watchlist/get': 'account:read',
  'POST /alerts/get': 'account:read',
  'POST /notifications/get': 'account:read',
  'POST /get-all-items': 'market:read',
  'POST /v2/get-all-items': 'market:read',
  'POST /marketplace/get-all-prices': 'market:read',
  'POST /marketplace/get-market-stats': 'market:read',
  'POST /marketplace/get-item-details': 'market:read',
  'POST /marketplace/get-chart': 'market:read',
  'POST /marketplace/get-recent-trades': 'market:read',
  'POST /marketplace/get-activity': 'market:read',
  'POST /marketplace/get-fair-prices': 'market:read',
  'GET /marketplace/frozen-items': 'market:read',
  'POST /marketplace/check-sell-lot': 'market:trade',
  'POST /marketplace/check-buy-lot': 'market:trade',
  'POST /marketplace/buy-lot': 'market:trade',
  'POST /marketplace/sell-to-buy-lot': 'market:trade',
  'POST /marketplace/create-sell-lot': 'market:trade',
  'POST /marketplace/create-buy-lot': 'market:trade',
  'POST /marketplace/cancel-lot': 'market:trade',
  'POST /marketplace/change-lot-price': 'market:trade',
} as const satisfies Partial<Record<CallName, PlayerKeyScope>>

/** The scope that a key needs for a call; undefined for a call that rejects keys. */
export function keyScopeOf(call: string): PlayerKeyScope | undefined {
  const scopes: Readonly<Record<string, PlayerKeyScope>> = PLAYER_KEY_CALLS
  return Object.hasOwn(scopes, call) ? scopes[call] : undefined
}
