import { NORMAL_CLOSE_CODE, SILENCE_MAX_MS } from '@clutch/contract/constants'
import { PROBE_MESSAGE } from '@clutch/contract/live/values'
import type { Clock } from '../timing/clock.ts'
import { LiveError } from './live-error.ts'
import type { Attempt, AttemptCallbacks } from './reconnect-manager.ts'

export interface LiveServer {
  readonly server_url: string
  readonly token: string
}

/** A server that lets us wait longer counts as unreachable; browsers themselves would wait for minutes. */
export const CONNECT_TIMEOUT_MS = 10_000
/** A connection that carries nothing for this long after a probe is lost. */
export const PROBE_TIMEOUT_MS = 5_000
/** How often the silence is measured: by the clock, since timers stand still while the device sleeps. */
const SILENCE_CHECK_MS = 1_000

interface SocketAttemptOptions extends AttemptCallbacks {
  readonly clock: Clock
  /** Asks where to connect; the signal aborts when the attempt ends first, so that attempts do not pile up. */
  readonly findServer: (signal: AbortSignal) => Promise<LiveServer>
  readonly createSocket: (url: string) => WebSocket
  readonly onMessage: (bytes: Uint8Array) => void
  /** The open connection carries nothing any more. */
  readonly onSilence: () => void
}

/**
 * Asks where to connect, then opens a websocket there; reports each end exactly once. A connection over which nothing
 * arrives, not even the server's heartbeat, ends as well: nobody else notices that a router forgot it.
 */
export function openSocket({
  clock,
  findServer,
  createSocket,
  onMessage,
  onSilence,
  onOpen,
  onEnd,
}: SocketAttemptOptions): Attempt {
  let socket: WebSocket | null = null
  let isClosed = false
  let isEnded = false
  let silentAtMs = 0
  const search = new AbortController()

  const stop = () => {
    timer.cancel()
    search.abort()
  }
  const end = (error: LiveError | null) => {
    if (isEnded || isClosed) return
    isEnded = true
    stop()
    onEnd(error)
  }
  const giveUp = () => {
    end(new LiveError('socket'))
    socket?.close(NORMAL_CLOSE_CODE)
  }
  const hear = () => {
    silentAtMs = clock.nowMs() + SILENCE_MAX_MS
  }
  const checkSilence = () => {
    if (clock.nowMs() >= silentAtMs) {
      onSilence()
      giveUp()
    } else timer = clock.schedule(checkSilence, SILENCE_CHECK_MS)
  }
  let timer = clock.schedule(giveUp, CONNECT_TIMEOUT_MS)
  findServer(search.signal)
    .then(
      ({ server_url, token }) => {
        if (isClosed || isEnded) return
        socket = createSocket(`${server_url}/ws?token=${encodeURIComponent(token)}`)
        socket.binaryType = 'arraybuffer'
        socket.addEventListener('open', () => {
          if (isEnded || isClosed) return
          timer.cancel()
          hear()
          checkSilence()
          onOpen()
        })
        socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          hear()
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
    send(bytes) {
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(bytes)
      return true
    },
    probe() {
      if (socket?.readyState !== WebSocket.OPEN) return
      socket.send(PROBE_MESSAGE)
      silentAtMs = Math.min(silentAtMs, clock.nowMs() + PROBE_TIMEOUT_MS)
    },
    close() {
      isClosed = true
      stop()
      socket?.close(NORMAL_CLOSE_CODE)
    },
  }
}

/** Field 0 does not exist in the protocol, so that decoding it fails. */
const NOT_A_BATCH = new Uint8Array([0])
