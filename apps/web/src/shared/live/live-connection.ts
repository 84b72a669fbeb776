import { FIRST_CONNECT_DELAY_MS } from '@clutch/contract/constants'
import type { decodeBatch, LiveBatch, LiveEvent } from '@clutch/contract/live'
import type { CommandTransport } from '../api/client.ts'
import type { Clock } from '../timing/clock.ts'
import { EventLog } from './event-log.ts'
import type { encodeClientMessage, LiveCalls } from './live-calls.ts'
import { LiveError } from './live-error.ts'
import { ReconnectManager, type LiveState } from './reconnect-manager.ts'
import { openSocket, type LiveServer } from './socket-attempt.ts'
import { ViewedBook, type SendMessage } from './viewed-book.ts'

/** What only sending needs: loaded beside the first page. */
export interface Outgoing {
  readonly encodeClientMessage: typeof encodeClientMessage
  readonly LiveCalls: typeof LiveCalls
}

export interface LiveConnectionOptions {
  readonly clock: Clock
  readonly getToken: () => string | null
  readonly onTokenChange: (listener: () => void) => () => void
  readonly findServer: (signal: AbortSignal) => Promise<LiveServer>
  readonly createSocket: (url: string) => WebSocket
  /** Reads a message; it must be there before `findServer` ends. */
  readonly decode: typeof decodeBatch
  readonly loadOutgoing: () => Promise<Outgoing>
  readonly onState: (state: LiveState) => void
  readonly onBatch: (batch: readonly LiveEvent[]) => void
  readonly onReconnected: () => void
  /** The server says that nothing is missed after a message. */
  readonly onFollows: (messageId: number) => void
  /** Nothing comes back: other connections to the server may be dead as well. */
  readonly onSilence: () => void
  /** The server's clock in Unix milliseconds, when a heartbeat brings it. */
  readonly onServerTime: (nowMs: number) => void
  readonly onHandlerError: (error: LiveError) => void
}

export interface LiveConnection {
  readonly log: EventLog
  readonly commands: CommandTransport
  /** The book on screen. */
  readonly book: ViewedBook
  /** Follows the token from now on; the first connect comes 100 ms later. @returns what stops it. */
  start(): () => void
  connect(): void
  disconnect(): void
  /** The network or the page is back: finds out at once whether the connection still carries anything. */
  wake(): void
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
        onSilence: options.onSilence,
      }),
    onState(state) {
      if (state.status === 'connected') book.connected()
      else {
        calls?.loseAll()
        book.lost()
      }
      options.onState(state)
    },
    onReconnected: options.onReconnected,
  })
  let outgoing: Outgoing | undefined
  let calls: LiveCalls | undefined
  let loading: Promise<void> | undefined
  const send: SendMessage = (message) => {
    if (outgoing === undefined) void beginSending()
    return outgoing !== undefined && manager.send(outgoing.encodeClientMessage(message))
  }
  const book = new ViewedBook(clock, send)

  return {
    log,
    commands: {
      send(name, body, key) {
        if (calls === undefined) void beginSending()
        return calls?.send(name, body, key)
      },
    },
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
    wake: () => manager.wake(),
  }

  /** Sending is a part of the app that nothing waits for: it loads when it is first needed. */
  function beginSending(): Promise<void> {
    loading ??= load().finally(() => (loading = undefined))
    return loading
  }

  async function load(): Promise<void> {
    try {
      outgoing = await options.loadOutgoing()
      calls = new outgoing.LiveCalls(clock, send, () => {
        options.onSilence()
        manager.wake()
      })
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
      batch = options.decode(bytes)
    } catch (cause) {
      onHandlerError(new LiveError('handler', 'unknown', { cause }))
      return
    }
    const { events, answers, viewedItemId, followsMessageId, serverTimeMs } = batch
    if (serverTimeMs !== undefined) options.onServerTime(serverTimeMs)
    if (viewedItemId !== undefined) book.confirm(viewedItemId)
    options.onBatch(events)
    log.receive(events)
    if (followsMessageId !== undefined) options.onFollows(followsMessageId)
    // After the events: whoever is answered finds what his command has changed.
    calls?.receive(answers)
  }
}
