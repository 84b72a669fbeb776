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
