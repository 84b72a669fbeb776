import type { Role } from './constants.ts'

/**
 * The only table of operator permissions (rules §13): actions as `resource.verb` with the least role. Calls name their
 * action, the console shows the table, and the audit log records each use.
 */
export const OPERATOR_ACTIONS = {
  'user.read': 'admin',
  'user.search': 'admin',
  'user.note': 'admin',
  'user.ban': 'admin',
  'session.end': 'admin',
  'data_request.read': 'admin',
  'account.delete': 'admin',
  'account.keep': 'admin',
  'account.export': 'admin',
  'ledger.read': 'admin',
  'item.add': 'admin',
  'item.consume': 'admin',
  'compensation.read': 'admin',
  'compensation.start': 'admin',
  'compensation.grant': 'admin',
  'compensation.stop': 'admin',
  'compensation.resume': 'admin',
  'trading.freeze': 'admin',
  'freeze.read': 'admin',
  'item.freeze': 'admin',
  'lot.cancel': 'admin',
  'news.read': 'admin',
  'news.write': 'admin',
  'news.withdraw': 'admin',
  'content.read': 'admin',
  'content.check': 'admin',
  'content.load': 'admin',
  'server_key.read': 'admin',
  'server_key.create': 'admin',
  'server_key.revoke': 'admin',
  'webhook.read': 'admin',
  'webhook.write': 'admin',
  'webhook.rotate': 'admin',
  'webhook.delete': 'admin',
  'webhook.send': 'admin',
  'role.change': 'admin',
  'audit.read': 'admin',
  'economy.read': 'admin',
  'economy.thaw': 'admin',
  'world.adopt': 'admin',
  'exchange.read': 'admin',
  'exchange.decide': 'admin',
  'message.delete': 'moderator',
  'time_out.set': 'moderator',
  'slow_mode.set': 'moderator',
  'report.read': 'moderator',
  'report.settle': 'moderator',
  'moderation_log.read': 'moderator',
} as const satisfies Record<string, Role>

export type OperatorAction = keyof typeof OPERATOR_ACTIONS

/** What keys of the game's server do, as the audit log records it, besides what operators do, too. */
export type ServerKeyAction = 'transaction.post' | 'player.create' | 'sign_in_link.create' | 'user.unban'

/** Maximum age of a sign-in for operator actions (rules §13). */
export const OPERATOR_SIGN_IN_MAX_MS = 12 * 60 * 60 * 1_000
