import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errorBody } from '@clutch/contract'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { sendError } from './errors.ts'
import { CALL_HEADERS } from './security-headers.ts'

type Refusal = readonly [status: number, reason: string, detail: string]

const BAD_REQUEST: Refusal = [400, 'Bad Request', 'request']
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'request headers'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'request'],
}
const EXPECTATION_FAILED = 417

/** Responds in the API's form to requests that Node's parser rejects, then closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // The peer has disconnected, or a response is being sent: further bytes would corrupt it.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const [status, reason, detail] = REFUSALS[error.code ?? ''] ?? BAD_REQUEST
  const body = bodyOf(detail)
  const headers = { ...headersOf(body), date: new Date().toUTCString() }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`)
}

/** Node would respond 417 without a body. */
export function refuseExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = bodyOf('Expect')
    response.writeHead(EXPECTATION_FAILED, headersOf(body)).end(body)
  })
}

/**
 * Rejects requests with more than one `Host` header (RFC 9112 §3.2): Node reads the first, while a proxy may have used
 * another.
 */
export const refuseSeveralHosts: onRequestAsyncHookHandler = async (request, reply) => {
  const { rawHeaders } = request.raw
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  if (hosts > 1) await sendError(reply, 'invalid_input', { detail: 'Host' })
}

function bodyOf(detail: string): string {
  return JSON.stringify(errorBody('invalid_input', { detail }))
}

function headersOf(body: string): Record<string, string> {
  return {
    ...CALL_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
}
