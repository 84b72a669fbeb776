import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'

/** Never logs what lets somebody in: no query strings, no headers of requests. Writes to the standard output. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    redact: { paths: ['req.headers.authorization', 'req.headers.cookie', '*.token', '*.ticket'], censor: '[hidden]' },
    serializers: {
      req: (request: { method: string; url: string }) => ({ method: request.method, path: request.url.split('?')[0] }),
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
