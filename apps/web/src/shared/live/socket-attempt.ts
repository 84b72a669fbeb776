import { NORMAL_CLOSE_CODE, SILENCE_MAX_MS } from '@clutch/contract/constants'
import { PROBE_MESSAGE } from '@clutch/contract/live/values'
import type { Clock } from '../timing/clock.ts'
import { LiveError } from './live-error.ts'
import type { Attempt, AttemptCallbacks } from './reconnect-manager.ts'

export interface LiveServer {
  readonly server_url: string
  readonly token: string
}

/** After this long a server counts as unreachable; browsers would wait for minutes. */
export const CONNECT_TIMEOUT_MS = 10_000
/** A connection without a message for this long after a probe is dead. */
export const PROBE_TIMEOUT_MS = 5_000
/** How often silence is checked, by the clock, since timers stop while the device sleeps. */
const SILENCE_CHECK_MS = 1_000

interface SocketAttemptOptions extends AttemptCallbacks {
  readonly clock: Clock
  /** Finds where to connect; the signal aborts when the attempt ends first, so that requests do not pile up. */
  readonly findServer: (signal: AbortSignal) => Promise<LiveServer>
  readonly createSocket: (url: string) => WebSocket
  readonly onMessage: (bytes: Uint8Array) => void
  /** The open connection is dead. */
  readonly onSilence: () => void
}

/**
 * Finds where to connect, then opens a websocket; reports its end exactly once. A connection without any message, not
 * even the server's heartbeat, is ended too: browsers do not notice when a router dropped it.
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
          // A text frame is not a batch; it is treated like garbage.
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

/** Field 0 does not exist in the protocol, so decoding it fails. */
const NOT_A_BATCH = new Uint8Array([0])
