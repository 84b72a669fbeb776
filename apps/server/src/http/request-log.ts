import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** Responses that took longer are logged. */
const SLOW_MS = 1_000
const FIRST_SERVER_ERROR = 500

interface AnsweredRequest {
  /** Method and route, without values of parameters. */
  readonly call: string
  readonly status: number
  /** Time until the response was ready, in milliseconds. */
  readonly timeMs: number
}

/** Logs a request that failed because of the server, or was slow. */
export function logNotable(log: FastifyBaseLogger, { call, status, timeMs }: AnsweredRequest): void {
  const details = { call, status, timeMs: Math.round(timeMs) }
  if (status >= FIRST_SERVER_ERROR) log.info(details, 'request failed')
  else if (timeMs >= SLOW_MS) log.info(details, 'slow request')
}

/** Logs notable HTTP requests. The time does not include reading of the response: a slow client is not a slow request. */
export function logNotableRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    // A caller that asked to wait for events is not kept waiting.
    const isLongPoll = Object.hasOwn(Object(request.query), 'wait')
    const call = `${request.method} ${request.routeOptions.url ?? ''}`
    logNotable(request.log, { call, status: reply.statusCode, timeMs: isLongPoll ? 0 : reply.elapsedTime })
    done(null, payload)
  })
}
