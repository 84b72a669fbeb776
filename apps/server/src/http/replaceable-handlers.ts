import type { CallHandlers } from './call-handlers.ts'

/**
 * Handlers that are mounted once and made anew whenever they would answer from something else: a call that has begun ends
 * with the handler it began with.
 */
export function replaceableHandlers(make: () => CallHandlers): {
  readonly handlers: CallHandlers
  readonly renew: () => void
} {
  let current: Readonly<Record<string, unknown>> = { ...make() }
  const handlers = Object.fromEntries(
    Object.keys(current).map((name) => [
      name,
      (...input: unknown[]): unknown => (current[name] as (...input: unknown[]) => unknown)(...input),
    ]),
  )
  return {
    handlers,
    renew() {
      current = { ...make() }
    },
  }
}
