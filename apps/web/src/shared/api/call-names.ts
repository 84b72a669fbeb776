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
