import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'

/** An example as a separate process. */
export interface Example {
  /** What it has printed so far, errors too. */
  readonly printed: () => string
  /** Resolves with the exit code; null if it was killed. */
  readonly ended: Promise<number | null>
  readonly child: ChildProcess
  /** Waits until it has printed something. @returns the match */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>
}

/**
 * Starts an example.
 * @param path of its file below `examples`
 * @param input its standard input
 */
export function runExample(
  path: string,
  environment: Readonly<Record<string, string>>,
  { args = [], input = '' }: { args?: readonly string[]; input?: string } = {},
): Example {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', path), ...args], {
    env: { ...process.env, ...environment },
    stdio: 'pipe',
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
  // It may be killed before it has read everything.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return {
    child,
    printed: () => text,
    ended: once(child, 'exit').then(([code]) => code as number | null),
    async waitFor(pattern) {
      await expect.poll(() => text).toMatch(pattern)
      return pattern.exec(text) ?? expect.fail('No match')
    },
  }
}
