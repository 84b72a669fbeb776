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
import { encodeEvents, type PendingEvent } from './event-frames.ts'
import type { LiveHub } from './hub.ts'
import { SocketCalls } from './socket-calls.ts'
import type { SingleUseTokens } from './single-use-tokens.ts'

export interface LiveOptions {
  readonly hub: LiveHub
  readonly tokens: SingleUseTokens
  /** Whether the sign-in behind a token has ended since. */
  readonly hasEnded: (sessionId: string) => boolean
  readonly publicUrl: () => string
  readonly embedOrigins: readonly string[]
  /** What a player is told first on each connection. */
  readonly greet: (userId: string) => Promise<readonly PendingEvent[]>
  /** What a client may ask for over its connection. */
  readonly commands: Commands
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the connection to come has to be told from. */
    sinceMessageId: number
  }
}

/** Many commands fit into one message; anything beyond this ends the connection. */
const INCOMING_BYTES_MAX = 65_536
/** A connection that does not answer within this is dead. */
const PING_EVERY_MS = 30_000
const TOO_MANY_CONNECTIONS = 4_029
/** A socket that was told to close may take this long to answer; then it is cut off, or it would hold up a shutdown. */
const CLOSE_TIMEOUT_MS = 2_000
const OPEN = 1

/** Where to connect, with a token that opens one connection (rules §14). */
export function liveCalls({ hub, tokens, publicUrl }: Pick<LiveOptions, 'hub' | 'tokens' | 'publicUrl'>): CallHandlers {
  return {
    'GET /get-server': ({ userId, claims }) => {
      const token = tokens.issue({ userId, sessionId: claims?.sessionId ?? '', sinceId: hub.lastMessageId })
      return Promise.resolve(succeed({ server_url: webSocketOrigin(publicUrl()), token }))
    },
  }
}

/** The websocket at `/ws`: a single-use token, an origin of ours, then batches until one side closes. */
export async function mountLiveConnection(app: FastifyInstance, options: LiveOptions): Promise<void> {
  // Apart, because the library's types do not know its `closeTimeout` yet.
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
        const holder = typeof token === 'string' ? options.tokens.redeem(token) : undefined
        if (holder === undefined || options.hasEnded(holder.sessionId)) return sendError(reply, 'unauthorized')
        request.claims = { userId: holder.userId, sessionId: holder.sessionId, roles: [] }
        request.sinceMessageId = holder.sinceId
      },
    },
    (socket, request) => {
      const { userId, sessionId } = request.claims ?? { userId: '', sessionId: '' }
      if (!options.hub.add(userId, socket, sessionId)) {
        socket.close(TOO_MANY_CONNECTIONS, 'too many connections')
        return
      }
      options.hub.catchUp(userId, socket, request.sinceMessageId)
      options.greet(userId).then(
        (events) => socket.readyState === OPEN && socket.send(encodeEvents(events)),
        (error: unknown) => request.log.error({ err: error }, 'a connection was not greeted'),
      )
      const calls = new SocketCalls(socket, request, userId, options.commands, options.hub)
      socket.on('message', (data, isBinary) => {
        if (isBinary && data instanceof Uint8Array) calls.receive(data)
      })
      // A timer for each, so that thousands of heartbeats do not go out at once.
      const heartbeat = setInterval(() => beat(socket), HEARTBEAT_EVERY_MS)
      answering.add(socket)
      socket.on('pong', () => answering.add(socket))
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        clearInterval(heartbeat)
        answering.delete(socket)
        options.hub.remove(userId, socket)
      })
    },
  )
}

/** Sends a page what it hears when nothing else happens: browsers hide pings from it. What waits to be sent does as well. */
function beat(socket: WebSocket): void {
  if (socket.readyState === OPEN && socket.bufferedAmount === 0) socket.send(encodeHeartbeat(Date.now()))
}

/** Ends connections whose other side is gone without a word. @returns those that have answered the last ping. */
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

/** Our own pages may connect, and those that embed the app. */
function mayConnect(request: FastifyRequest, { publicUrl, embedOrigins }: LiveOptions): boolean {
  return isFromOwnPage(request, publicUrl()) || embedOrigins.includes(request.headers.origin ?? '')
}
