import { NORMAL_CLOSE_CODE } from '@clutch/contract/constants'
import type { Clock } from '../timing/clock.ts'
import { LiveError } from './live-error.ts'
import type { Attempt, AttemptCallbacks } from './reconnect-manager.ts'

export interface LiveServer {
  readonly server_url: string
  readonly token: string
}

/** A server that lets us wait longer counts as unreachable; browsers themselves would wait for minutes. */
export const CONNECT_TIMEOUT_MS = 10_000

interface SocketAttemptOptions extends AttemptCallbacks {
  readonly clock: Clock
  readonly findServer: () => Promise<LiveServer>
  readonly createSocket: (url: string) => WebSocket
  readonly onMessage: (bytes: Uint8Array) => void
}

/** Asks where to connect, then opens a websocket there; reports each end exactly once. */
export function openSocket({
  clock,
  findServer,
  createSocket,
  onMessage,
  onOpen,
  onEnd,
}: SocketAttemptOptions): Attempt {
  let socket: WebSocket | null = null
  let isClosed = false
  let isEnded = false

  const end = (error: LiveError | null) => {
    if (isEnded || isClosed) return
    isEnded = true
    timeout.cancel()
    onEnd(error)
  }
  const timeout = clock.schedule(() => {
    end(new LiveError('socket'))
    socket?.close(NORMAL_CLOSE_CODE)
  }, CONNECT_TIMEOUT_MS)
  findServer()
    .then(
      ({ server_url, token }) => {
        if (isClosed || isEnded) return
        socket = createSocket(`${server_url}/ws?token=${encodeURIComponent(token)}`)
        socket.binaryType = 'arraybuffer'
        socket.addEventListener('open', () => {
          timeout.cancel()
          if (!isEnded) onOpen()
        })
        socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          // A text frame is no batch; empty bytes of the wrong kind go the way of any garbage.
          onMessage(data instanceof ArrayBuffer ? new Uint8Array(data) : NOT_A_BATCH)
        })
        socket.addEventListener('error', () => end(new LiveError('socket')))
        socket.addEventListener('close', () => end(null))
      },
      (cause: unknown) => end(new LiveError('socket', '', { cause })),
    )
    .catch((cause: unknown) => end(new LiveError('socket', '', { cause })))

  return {
    close() {
      isClosed = true
      timeout.cancel()
      socket?.close(NORMAL_CLOSE_CODE)
    },
  }
}

/** Field 0 does not exist in the protocol, so that decoding it fails. */
const NOT_A_BATCH = new Uint8Array([0])
