import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A child process that has printed one line of JSON to report that it is ready. */
export interface Started<Ready> {
  readonly ready: Ready
  readonly pid: number
  /** The next line of JSON that it prints. @throws when it ends without one. */
  next<Answer>(): Promise<Answer>
  stop(): Promise<void>
  /** Ends it without a warning. */
  kill(): Promise<void>
}

const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill('SIGKILL')
    process.exit(1)
  })
}

/** The path of a file of the project, from a path relative to `bench/src`. */
export function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}

/** Starts a program and waits for its line. @throws if it ends without one. */
export async function start<Ready>(
  script: string,
  environment: Readonly<Record<string, string>> = {},
  argument?: unknown,
): Promise<Started<Ready>> {
  const child = launch(script, argument === undefined ? [] : [JSON.stringify(argument)], environment)
  const next = answersOf(child)
  const ready = (await next()) as Ready
  if (child.pid === undefined) throw new Error('The process has no id')
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await once(child, 'exit')
  }
  return {
    ready,
    pid: child.pid,
    next: async <Answer>() => (await next()) as Answer,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** Runs a program to its end and reads its one line of JSON. */
export async function runToEnd<Answer>(script: string, argument: unknown): Promise<Answer> {
  const child = launch(script, [JSON.stringify(argument)], {})
  return (await answersOf(child)()) as Answer
}

/**
 * Starts each program in a separate session, like a service, because Linux distributes CPU among sessions first. The
 * terminal's signals do not reach them.
 */
function launch(script: string, args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, [script, ...args], {
    // Warnings would be printed between the lines that carry results, such as that this PostgreSQL has no standby.
    env: { ...process.env, LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Reads its output line by line. */
function answersOf(child: ChildProcess): () => Promise<unknown> {
  if (child.stdout === null) throw new Error('The process has no output')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return async () => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('The process ended before it reported')
    return JSON.parse(value) as unknown
  }
}
