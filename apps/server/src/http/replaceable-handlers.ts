import type { CallHandlers } from './call-handlers.ts'

/**
 * Handlers that are mounted once and replaced when the content pack changes. A call in progress completes with the
 * handler it started with.
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
