import { join } from 'node:path'
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'

const OPTIONS: LoggerOptions = {
  redact: { paths: ['req.headers.authorization', 'req.headers.cookie', '*.token', '*.ticket'], censor: '[hidden]' },
  serializers: {
    req: (request: { method: string; url: string }) => ({ method: request.method, path: request.url.split('?')[0] }),
  },
}
const OWN_FILE_ONLY = 0o600

/** Logs to standard output, without credentials: no query strings and no request headers. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { ...OPTIONS, level }
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
