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

/** The code needed only for sending, loaded after the first page. */
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
  /** Decodes a message; must be loaded before `findServer` resolves. */
  readonly decode: typeof decodeBatch
  readonly loadOutgoing: () => Promise<Outgoing>
  readonly onState: (state: LiveState) => void
  readonly onBatch: (batch: readonly LiveEvent[]) => void
  readonly onReconnected: () => void
  /** The server guarantees that nothing after this message is missed. */
  readonly onFollows: (messageId: number) => void
  /** The connection is dead: others to the server may be as well. */
  readonly onSilence: () => void
  /** The server's clock in Unix milliseconds, from a heartbeat. */
  readonly onServerTime: (nowMs: number) => void
  readonly onHandlerError: (error: LiveError) => void
}

export interface LiveConnection {
  readonly log: EventLog
  readonly commands: CommandTransport
  /** The order book on screen. */
  readonly book: ViewedBook
  /** Starts following the token; the first connect is 100 ms later. @returns stops it */
  start(): () => void
  connect(): void
  disconnect(): void
  /** The network or the page is back: checks at once whether the connection is alive. */
  wake(): void
}

/** The live connection: receives events (document 1 §4); sends commands and which book is on screen. */
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

  /** Loads the encoder on first use; nothing waits for it. */
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
      // Until it has loaded, commands go over HTTP, and books are refetched after each change.
      onHandlerError(new LiveError('send', '', { cause }))
    }
  }

  /** An unreadable message costs only itself, never the connection. */
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
    // After the events: a command's response finds its changes applied.
    calls?.receive(answers)
  }
}
