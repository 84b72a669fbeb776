import type { CallName, Calls } from '@clutch/contract'

/** Calls that change something and carry an idempotency key. */
export type CommandName = {
  [Name in CallName]: Calls[Name]['command'] extends true ? Name : never
}[CallName]

/** Calls that only read. Browser redirects are not calls. */
export type ReadName = Exclude<
  CallName,
  CommandName | 'GET /auth/steam' | 'GET /auth/steam/callback' | 'GET /auth/first-admin'
>

/** Operators' calls that scan the whole world before they respond. */
const SLOW_CALLS = new Set<ReadName>([
  'POST /admin/check-content',
  'POST /admin/load-content',
  'POST /admin/thaw-economy',
])

/** Whether a call may exceed the usual time limit. */
export function isSlowCall(name: ReadName): boolean {
  return SLOW_CALLS.has(name)
}

/** Commands that require a role. The server accepts them over HTTP only, where it checks roles. */
type OperatorCommandName = {
  [Name in CommandName]: Calls[Name]['access'] extends 'moderator' | 'admin' ? Name : never
}[CommandName]

/** The type makes this complete: a new operator command does not compile until it is listed. */
const OPERATOR_COMMANDS: Readonly<Record<OperatorCommandName, true>> = {
  'POST /admin/decide-exchange': true,
  'POST /chat/settle-report': true,
  'POST /chat/time-out': true,
  'POST /chat/set-slow-mode': true,
}

export function isOperatorCommand(name: CommandName): boolean {
  return Object.hasOwn(OPERATOR_COMMANDS, name)
}
