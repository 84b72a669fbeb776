import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Direction of bytes: the relay connects to the target, the caller connects to the relay. */
export type Way = 'to the target' | 'to the caller'
const BOTH_WAYS: readonly Way[] = ['to the target', 'to the caller']

/** When a connection falls silent: just before or after this text is sent to the target. */
export interface Moment {
  readonly text: string
  readonly place: 'before' | 'behind'
}

/** An unreliable network. Lost packets are resent, as TCP does: they and everything behind them are delayed. */
export interface Weather {
  /** One-way latency. */
  readonly latencyMs: number
  /** Share of lost packets, 0 to 1. */
  readonly loss: number
}

/**
 * A network between two programs that can fail as networks do. While it is silent, connections stay open and nothing
 * arrives, not even the close of the other side.
 */
export interface Relay {
  readonly port: number
  /** Sets the target of new connections. */
  connectTo(targetPort: number): void
  fallSilent(ways?: readonly Way[]): void
  /** Falls silent automatically. @returns when it has */
  fallSilentAt(moment: Moment, ways?: readonly Way[]): Promise<void>
  /** Ends the silence and delivers what was held back. */
  speak(): void
  /** Lets new connections through; open ones stay silent permanently, as behind a router that has restarted. */
  speakToNewOnly(): void
  /** Closes permanently silent connections: a caller without a deadline, such as an integrity check, stops waiting. */
  hangUpForgotten(): void
  /** Resets every connection, as a router does that has lost its state. */
  reset(): void
  /**
   * Lets the next request that contains a text through and loses its response: the connection is reset at that point,
   * or stays silent permanently.
   * @returns when the response is lost
   */
  loseResponseTo(text: string, end?: 'reset' | 'silence'): Promise<void>
  /** Sets the network's quality; undefined for a good network. */
  setWeather(weather: Weather | undefined): void
  close(): Promise<void>
}

/** One direction of one connection. */
interface Pipe {
  readonly way: Way
  readonly from: Socket
  readonly to: Socket
  /** Bytes that were read and must not be delivered yet. */
  readonly held: Buffer[]
  /** Deliveries in transit, oldest first, and the arrival of the last one by `performance.now()`. */
  readonly underWay: (() => void)[]
  arrivesMs: number
  /** The other direction of the connection. */
  back?: Pipe
  /** Called when the response to be lost arrives. */
  onResponse?: (() => void) | undefined
}

/** Delay of a lost packet, in addition to a round trip. */
const RESEND_MS = 200

/** @param targetPort of a program on this machine; it may be set later */
export async function startRelay(targetPort?: number): Promise<Relay> {
  const pipes = new Set<Pipe>()
  const forgotten = new Set<Pipe>()
  const random = createRandom(1)
  let target = targetPort
  let silent: readonly Way[] = []
  let weather: Weather | undefined
  let awaited: { readonly moment: Moment; readonly reach: () => void } | undefined
  let losing: { readonly text: string; readonly end: 'reset' | 'silence'; readonly lost: () => void }[] = []

  const isSilent = (pipe: Pipe): boolean => silent.includes(pipe.way) || forgotten.has(pipe)
  const begin = (ways: readonly Way[]): void => {
    silent = ways
    for (const pipe of pipes) if (isSilent(pipe)) pipe.from.pause()
  }
  const write = (pipe: Pipe, bytes: Buffer): void => {
    const { latencyMs, loss } = weather ?? { latencyMs: 0, loss: 0 }
    const lateMs = random() < loss ? 2 * latencyMs + RESEND_MS : 0
    travel(pipe, latencyMs + lateMs, () => pipe.to.writable && pipe.to.write(bytes))
  }
  /** Schedules a delivery after everything sent before it. */
  const travel = (pipe: Pipe, tripMs: number, arrive: () => void): void => {
    const nowMs = performance.now()
    pipe.arrivesMs = Math.max(pipe.arrivesMs, nowMs + tripMs)
    if (pipe.arrivesMs <= nowMs && pipe.underWay.length === 0) return arrive()
    pipe.underWay.push(arrive)
    // Timers of different lengths may fire out of order, so each runs the oldest delivery.
    setTimeout(() => pipe.underWay.shift()?.(), pipe.arrivesMs - nowMs)
  }
  const forward = (pipe: Pipe, bytes: Buffer): void => {
    if (pipe.way === 'to the target') watchForLoss(pipe, bytes)
    else if (pipe.onResponse !== undefined) return pipe.onResponse()
    const isMoment = pipe.way === 'to the target' && awaited !== undefined && bytes.includes(awaited.moment.text)
    if (isMoment && awaited?.moment.place === 'before') awaited.reach()
    if (isSilent(pipe)) pipe.held.push(bytes)
    else write(pipe, bytes)
    if (isMoment && awaited?.moment.place === 'behind') awaited.reach()
  }
  const watchForLoss = (pipe: Pipe, bytes: Buffer): void => {
    const wanted = losing.find(({ text }) => bytes.includes(text))
    const { back } = pipe
    if (wanted === undefined || back === undefined) return
    losing = losing.filter((each) => each !== wanted)
    back.onResponse = () => {
      if (wanted.end === 'reset') resetAll([back])
      else for (const each of [pipe, back]) forgotten.add(each)
      back.onResponse = () => undefined
      wanted.lost()
    }
  }
  const join = (way: Way, from: Socket, to: Socket): Pipe => {
    const pipe: Pipe = { way, from, to, held: [], underWay: [], arrivesMs: 0 }
    pipes.add(pipe)
    if (isSilent(pipe)) from.pause()
    from.on('data', (bytes: Buffer) => forward(pipe, bytes))
    from.on('end', () => travel(pipe, 0, () => to.end()))
    from.on('error', () => undefined)
    from.on('close', () => {
      if (isSilent(pipe)) return
      pipes.delete(pipe)
      travel(pipe, 0, () => to.destroy())
    })
    return pipe
  }
  const deliver = (pipe: Pipe): void => {
    for (const bytes of pipe.held.splice(0)) write(pipe, bytes)
    pipe.from.resume()
    if (!pipe.from.destroyed) return
    pipes.delete(pipe)
    pipe.to.end()
  }
  const hangUp = (all: Iterable<Pipe>): void => {
    for (const { from, to } of all) {
      from.destroy()
      to.destroy()
    }
  }
  const resetAll = (all: Iterable<Pipe>): void => {
    for (const { from, to } of all) {
      from.resetAndDestroy()
      to.resetAndDestroy()
    }
  }
  const server = createServer((near) => {
    if (target === undefined) return void near.destroy()
    const far = connect(target, '127.0.0.1')
    const out = join('to the target', near, far)
    const back = join('to the caller', far, near)
    out.back = back
    back.back = out
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connectTo: (port) => void (target = port),
    fallSilent: (ways = BOTH_WAYS) => begin(ways),
    fallSilentAt: (moment, ways = BOTH_WAYS) =>
      new Promise((resolve) => {
        const reach = (): void => {
          awaited = undefined
          begin(ways)
          resolve()
        }
        awaited = { moment, reach }
      }),
    speak() {
      silent = []
      for (const pipe of pipes) if (!forgotten.has(pipe)) deliver(pipe)
    },
    speakToNewOnly() {
      for (const pipe of pipes) {
        forgotten.add(pipe)
        pipe.from.pause()
      }
      silent = []
    },
    hangUpForgotten: () => hangUp(forgotten),
    reset: () => resetAll(pipes),
    loseResponseTo: (text, end = 'reset') =>
      new Promise((resolve) => {
        losing.push({ text, end, lost: resolve })
      }),
    setWeather: (given) => void (weather = given),
    async close() {
      hangUp([...pipes, ...forgotten])
      server.close()
      await once(server, 'close')
    },
  }
}

/** Pseudo-random numbers from 0 to 1 that are the same in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
