import type { CallName, Calls } from '@clutch/contract'

/** Calls that change something and carry an idempotency key. */
export type CommandName = {
  [Name in CallName]: Calls[Name]['command'] extends true ? Name : never
}[CallName]

/** Calls that only answer. Redirects of the browser are no calls. */
export type ReadName = Exclude<
  CallName,
  CommandName | 'GET /auth/steam' | 'GET /auth/steam/callback' | 'GET /auth/first-admin'
>

/** Calls of operators that do a whole server's work before they respond. */
const SLOW_CALLS = new Set<ReadName>([
  'POST /admin/check-content',
  'POST /admin/load-content',
  'POST /admin/thaw-economy',
])

/** Whether a call may take longer than others. */
export function isSlowCall(name: ReadName): boolean {
  return SLOW_CALLS.has(name)
}

/** Commands that ask for a role: the server takes them over HTTP alone, where it looks roles up. */
type OperatorCommandName = {
  [Name in CommandName]: Calls[Name]['access'] extends 'moderator' | 'admin' ? Name : never
}[CommandName]

/** Complete by its type: a further one does not compile until it stands here. */
const OPERATOR_COMMANDS: Readonly<Record<OperatorCommandName, true>> = {
  'POST /admin/decide-exchange': true,
  'POST /chat/settle-report': true,
  'POST /chat/time-out': true,
  'POST /chat/set-slow-mode': true,
}

export function isOperatorCommand(name: CommandName): boolean {
  return Object.hasOwn(OPERATOR_COMMANDS, name)
}
