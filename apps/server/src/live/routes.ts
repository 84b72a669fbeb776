import websocket, { type WebSocket } from '@fastify/websocket'
import { HEARTBEAT_EVERY_MS } from '@clutch/contract/constants'
import { encodeHeartbeat } from '@clutch/contract/live'
import { succeed } from '@clutch/economy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallHandlers } from '../http/call-handlers.ts'
import { sendError } from '../http/errors.ts'
import { isFromOwnPage } from '../http/own-origin.ts'
import { webSocketOrigin } from '../http/security-headers.ts'
import type { Commands } from '../http/commands.ts'
import { encodeEvents, type PendingEvent } from './event-buffer.ts'
import type { Broadcaster } from './broadcaster.ts'
import { SocketCalls } from './socket-calls.ts'
import type { LiveTickets } from './live-tickets.ts'

export interface LiveOptions {
  readonly broadcaster: Broadcaster
  readonly tokens: LiveTickets
  /** Whether the session of a token has ended. */
  readonly hasEnded: (sessionId: string) => boolean
  readonly publicUrl: () => string
  readonly embedOrigins: readonly string[]
  /** The first messages for a player's new connection. */
  readonly greet: (userId: string) => Promise<readonly PendingEvent[]>
  /** Commands accepted over the connection. */
  readonly commands: Commands
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the message after which the connection must be caught up. */
    sinceMessageId: number
  }
}

/** Largest message from a client; larger ones close the connection. */
const INCOMING_BYTES_MAX = 65_536
/** A connection without a pong for this long is dead. */
const PING_EVERY_MS = 30_000
const TOO_MANY_CONNECTIONS = 4_029
/** Time for the peer to complete the closing handshake, after which the socket is destroyed; a shutdown waits for it. */
const CLOSE_TIMEOUT_MS = 2_000
const OPEN = 1

/** The address of the live connection with a single-use token (rules §14). */
export function liveCalls({
  broadcaster,
  tokens,
  publicUrl,
}: Pick<LiveOptions, 'broadcaster' | 'tokens' | 'publicUrl'>): CallHandlers {
  return {
    'GET /get-server': ({ userId, claims }) => {
      const token = tokens.issue({ userId, sessionId: claims?.sessionId ?? '', sinceId: broadcaster.lastMessageId })
      return Promise.resolve(succeed({ server_url: webSocketOrigin(publicUrl()), token }))
    },
  }
}

/** The WebSocket at `/ws`: requires a single-use token and an allowed origin. */
export async function mountLiveConnection(app: FastifyInstance, options: LiveOptions): Promise<void> {
  // A separate variable because the library's types lack `closeTimeout`.
  const limits = { maxPayload: INCOMING_BYTES_MAX, perMessageDeflate: false, closeTimeout: CLOSE_TIMEOUT_MS }
  await app.register(websocket, { options: limits })
  app.decorateRequest('sinceMessageId', 0)
  const answering = watchConnections(app)
  app.get<{ Querystring: { token?: string } }>(
    '/ws',
    {
      websocket: true,
      schema: { hide: true },
      preValidation: async (request, reply) => {
        if (!mayConnect(request, options)) return sendError(reply, 'origin_not_allowed')
        const { token } = request.query
        const holder = typeof token === 'string' ? await options.tokens.redeem(token) : undefined
        if (holder === undefined || options.hasEnded(holder.sessionId)) return sendError(reply, 'unauthorized')
        request.claims = { userId: holder.userId, sessionId: holder.sessionId, roles: [] }
        request.sinceMessageId = holder.sinceId
      },
    },
    (socket, request) => {
      const { userId, sessionId } = request.claims ?? { userId: '', sessionId: '' }
      if (!options.broadcaster.add(userId, socket, sessionId)) {
        socket.close(TOO_MANY_CONNECTIONS, 'too many connections')
        return
      }
      options.broadcaster.catchUp(userId, socket, request.sinceMessageId)
      options.greet(userId).then(
        (events) => socket.readyState === OPEN && socket.send(encodeEvents(events)),
        (error: unknown) => request.log.error({ err: error }, 'sending the first messages of a connection failed'),
      )
      const calls = new SocketCalls(socket, request, userId, options.commands, options.broadcaster)
      socket.on('message', (data, isBinary) => {
        if (isBinary && data instanceof Uint8Array) calls.receive(data)
      })
      // A timer per connection, so that thousands of heartbeats are not sent at once.
      const heartbeat = setInterval(() => beat(socket), HEARTBEAT_EVERY_MS)
      answering.add(socket)
      socket.on('pong', () => answering.add(socket))
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        clearInterval(heartbeat)
        answering.delete(socket)
        options.broadcaster.remove(socket)
      })
    },
  )
}

/** Sends a heartbeat message, since pages cannot see pings. Skipped while other data is waiting to be sent. */
function beat(socket: WebSocket): void {
  if (socket.readyState === OPEN && socket.bufferedAmount === 0) socket.send(encodeHeartbeat(Date.now()))
}

/** Terminates connections that did not respond to the last ping. @returns the others */
function watchConnections(app: FastifyInstance): Set<WebSocket> {
  const answering = new Set<WebSocket>()
  const timer = setInterval(() => {
    for (const socket of app.websocketServer.clients) {
      if (answering.delete(socket)) socket.ping()
      else socket.terminate()
    }
  }, PING_EVERY_MS)
  app.addHook('onClose', () => clearInterval(timer))
  return answering
}

/** Whether the origin is this app or one allowed to embed it. */
function mayConnect(request: FastifyRequest, { publicUrl, embedOrigins }: LiveOptions): boolean {
  return isFromOwnPage(request, publicUrl()) || embedOrigins.includes(request.headers.origin ?? '')
}
