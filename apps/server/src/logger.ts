import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'

/** Logs to standard output, without credentials: no query strings and no request headers. */
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
