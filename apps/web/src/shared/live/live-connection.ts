import { FIRST_CONNECT_DELAY_MS } from '@clutch/contract/constants'
import { decodeBatch, type LiveEvent } from '@clutch/contract/live'
import type { Clock } from '../timing/clock.ts'
import { EventLog } from './event-log.ts'
import { LiveError } from './live-error.ts'
import { ReconnectManager, type LiveState } from './reconnect-manager.ts'
import { openSocket, type LiveServer } from './socket-attempt.ts'

export interface LiveConnectionOptions {
  readonly clock: Clock
  readonly getToken: () => string | null
  readonly onTokenChange: (listener: () => void) => () => void
  readonly findServer: () => Promise<LiveServer>
  readonly createSocket: (url: string) => WebSocket
  readonly onState: (state: LiveState) => void
  readonly onBatch: (batch: readonly LiveEvent[]) => void
  readonly onReconnected: () => void
  readonly onHandlerError: (error: LiveError) => void
}

export interface LiveConnection {
  readonly log: EventLog
  /** Follows the token from now on; the first connect comes 100 ms later. @returns what stops it. */
  start(): () => void
  connect(): void
  disconnect(): void
}

/** The live connection: it only receives (document 1 §4). */
export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const { clock, getToken, onHandlerError } = options
  const log = new EventLog(clock, onHandlerError)
  const manager = new ReconnectManager({
    clock,
    hasToken: () => getToken() !== null,
    open: (callbacks) =>
      openSocket({
        ...callbacks,
        clock,
        findServer: options.findServer,
        createSocket: options.createSocket,
        onMessage: receive,
      }),
    onState: options.onState,
    onReconnected: options.onReconnected,
  })

  return {
    log,
    start() {
      let token = getToken()
      const first = clock.schedule(() => {
        if (getToken() !== null) manager.connect()
      }, FIRST_CONNECT_DELAY_MS)
      const unsubscribe = options.onTokenChange(() => {
        if (getToken() === token) return
        token = getToken()
        first.cancel()
        manager.tokenChanged()
      })
      return () => {
        first.cancel()
        unsubscribe()
        manager.disconnect()
      }
    },
    connect: () => manager.connect(),
    disconnect: () => manager.disconnect(),
  }

  /** One unreadable message costs that message only, never the connection. */
  function receive(bytes: Uint8Array): void {
    let batch: readonly LiveEvent[]
    try {
      batch = decodeBatch(bytes).events
    } catch (cause) {
      onHandlerError(new LiveError('handler', 'unknown', { cause }))
      return
    }
    options.onBatch(batch)
    log.receive(batch)
  }
}
