import { FIRST_CONNECT_DELAY_MS } from '@clutch/contract/constants'
import { decodeBatch, type LiveBatch, type LiveEvent } from '@clutch/contract/live'
import type { ClientMessageInit } from '@clutch/contract/live/client-message'
import type { Clock } from '../timing/clock.ts'
import { EventLog } from './event-log.ts'
import { LiveCalls, type SendMessage } from './live-calls.ts'
import { LiveError } from './live-error.ts'
import { ReconnectManager, type LiveState } from './reconnect-manager.ts'
import { openSocket, type LiveServer } from './socket-attempt.ts'
import { ViewedBook } from './viewed-book.ts'

export type EncodeMessage = (message: ClientMessageInit) => Uint8Array<ArrayBuffer>

export interface LiveConnectionOptions {
  readonly clock: Clock
  readonly getToken: () => string | null
  readonly onTokenChange: (listener: () => void) => () => void
  readonly findServer: () => Promise<LiveServer>
  readonly createSocket: (url: string) => WebSocket
  readonly loadEncoder: () => Promise<EncodeMessage>
  readonly onState: (state: LiveState) => void
  readonly onBatch: (batch: readonly LiveEvent[]) => void
  readonly onReconnected: () => void
  readonly onHandlerError: (error: LiveError) => void
}

export interface LiveConnection {
  readonly log: EventLog
  readonly calls: LiveCalls
  /** The book on screen. */
  readonly book: ViewedBook
  /** Follows the token from now on; the first connect comes 100 ms later. @returns what stops it. */
  start(): () => void
  connect(): void
  disconnect(): void
}

/** The live connection: events come in (document 1 §4); commands and what is looked at go out. */
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
    onState(state) {
      if (state.status === 'connected') void beginSending()
      else {
        calls.loseAll()
        book.lost()
      }
      options.onState(state)
    },
    onReconnected: options.onReconnected,
  })
  let encode: EncodeMessage | undefined
  const send: SendMessage = (message) => encode !== undefined && manager.send(encode(message))
  const calls = new LiveCalls(clock, send)
  const book = new ViewedBook(clock, send)

  return {
    log,
    calls,
    book,
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

  /** What is sent is encoded by a part of the app that nothing waits for. */
  async function beginSending(): Promise<void> {
    try {
      encode ??= await options.loadEncoder()
      book.connected()
    } catch (cause) {
      // Commands go over HTTP, and books are read again after each change, as long as it lasts.
      onHandlerError(new LiveError('send', '', { cause }))
    }
  }

  /** One unreadable message costs that message only, never the connection. */
  function receive(bytes: Uint8Array): void {
    let batch: LiveBatch
    try {
      batch = decodeBatch(bytes)
    } catch (cause) {
      onHandlerError(new LiveError('handler', 'unknown', { cause }))
      return
    }
    const { events, answers, viewedItemId } = batch
    if (viewedItemId !== undefined) book.confirm(viewedItemId)
    options.onBatch(events)
    log.receive(events)
    // After the events: whoever is answered finds what his command has changed.
    calls.receive(answers)
  }
}
