import { join } from 'node:path'
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'

const OPTIONS: LoggerOptions = {
  redact: { paths: ['req.headers.authorization', 'req.headers.cookie', '*.token', '*.ticket'], censor: '[hidden]' },
  serializers: {
    req: (request: { method: string; url: string }) => ({ method: request.method, path: request.url.split('?')[0] }),
  },
}
const OWN_FILE_ONLY = 0o600

/** How long after a warning or an error the same one is only counted. */
const COLLAPSED_MS = 60_000
/** Different warnings and errors that are remembered; further ones are all logged. */
const REMEMBERED_MAX = 1_000
const WARN = 40

/** Logs to standard output, without credentials: no query strings and no request headers. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { ...OPTIONS, level, hooks: { logMethod: collapseRepeats() } }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/**
 * Logs to `clutch.log` in the data folder, which it empties first, and prints what needs attention as a line of text.
 * @param print writes a line to the terminal
 */
export function createTerminalLogger(level: string, folder: string, print: (line: string) => void): Logger {
  const file = pino.destination({
    dest: join(folder, 'clutch.log'),
    append: false,
    mkdir: true,
    mode: OWN_FILE_ONLY,
    sync: true,
  })
  const terminal = { write: (line: string) => print(toWords(JSON.parse(line) as LogEntry)) }
  return createLogger(
    level,
    pino.multistream([
      { level: 'trace', stream: file },
      { level: 'warn', stream: terminal },
    ]),
  )
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/**
 * Logs warnings and errors that repeat once a minute: first as they are, then with the number of repeats. Those that differ
 * in a field do not count as repeats.
 */
function collapseRepeats(): LogMethod {
  const repeats = new Map<string, number>()
  return function logOnce(args, method, level) {
    const log = (...given: Parameters<typeof method>): void => method.apply(this, given)
    if (level < WARN || repeats.size >= REMEMBERED_MAX) return log(...args)
    const key = JSON.stringify([level, args], describeValue)
    const count = repeats.get(key)
    if (count !== undefined) {
      repeats.set(key, count + 1)
      return
    }
    repeats.set(key, 0)
    setTimeout(() => {
      const repeated = repeats.get(key) ?? 0
      repeats.delete(key)
      const message = args.find((each) => typeof each === 'string') ?? ''
      if (repeated > 0) log({ repeated }, message)
    }, COLLAPSED_MS).unref()
    log(...args)
  }
}

/** Errors are compared by message: their traces may differ. */
function describeValue(_name: string, value: unknown): unknown {
  if (value instanceof Error) return value.message
  return typeof value === 'bigint' ? String(value) : value
}

/** The part of a log entry that the terminal shows. */
interface LogEntry {
  readonly level: number
  readonly msg: string
  readonly err?: { readonly message?: string }
}

function toWords({ level, msg, err }: LogEntry): string {
  const label = pino.levels.labels[level] ?? 'log'
  return `${label}: ${msg}${err?.message === undefined ? '' : `: ${err.message}`}`
}
