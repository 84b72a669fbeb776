import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Which way bytes travel: the target is what the relay leads to, the caller who connects to the relay. */
export type Way = 'to the target' | 'to the caller'
const BOTH_WAYS: readonly Way[] = ['to the target', 'to the caller']

/** A moment in which a line falls silent: when this text is on its way to the target, before it or right behind it. */
export interface Moment {
  readonly text: string
  readonly place: 'before' | 'behind'
}

/** A bad line. Lost packets are sent again, as TCP does: they, and all behind them, are late. */
export interface Weather {
  /** From one end to the other. */
  readonly latencyMs: number
  /** Share of the packets that are lost, 0 to 1. */
  readonly loss: number
}

/**
 * A network between two programs that can fail as networks do. Where it is silent, connections stay open and nothing
 * arrives, not even that the other side hung up.
 */
export interface Relay {
  readonly port: number
  /** Leads new connections there. */
  connectTo(targetPort: number): void
  fallSilent(ways?: readonly Way[]): void
  /** Falls silent automatically. @returns when it has. */
  fallSilentAt(moment: Moment, ways?: readonly Way[]): Promise<void>
  /** Delivers what has waited, too. */
  speak(): void
  /** New connections get through; those that were open stay silent for good, as behind a router that has restarted. */
  speakToNewOnly(): void
  /** Hangs up what is silent for good: a caller without a deadline, such as an integrity check, stops waiting. */
  hangUpForgotten(): void
  /** Resets every connection, as a router does that no longer knows them. */
  reset(): void
  /**
   * Lets the next request that contains a text through and loses its response: the line is reset when that comes, or
   * stays silent for good.
   * @returns when it is lost
   */
  loseResponseTo(text: string, end?: 'reset' | 'silence'): Promise<void>
  /** How the line is from now on; undefined for a good one. */
  setWeather(weather: Weather | undefined): void
  close(): Promise<void>
}

/** One direction of one connection. */
interface Pipe {
  readonly way: Way
  readonly from: Socket
  readonly to: Socket
  /** What was read and may not be delivered yet. */
  readonly held: Buffer[]
  /** What is under way on a bad line, oldest first, and when the last of it arrives by `performance.now()`. */
  readonly underWay: (() => void)[]
  arrivesMs: number
  /** The other direction of the connection. */
  back?: Pipe
  /** Runs when the response arrives that is to be lost. */
  onResponse?: (() => void) | undefined
}

/** How much later a lost packet arrives, in addition to a trip there and back. */
const RESEND_MS = 200

/** @param targetPort of a program on this machine; it may be named later */
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
  /** Lets something arrive behind all that was sent before it. */
  const travel = (pipe: Pipe, tripMs: number, arrive: () => void): void => {
    const nowMs = performance.now()
    pipe.arrivesMs = Math.max(pipe.arrivesMs, nowMs + tripMs)
    if (pipe.arrivesMs <= nowMs && pipe.underWay.length === 0) return arrive()
    pipe.underWay.push(arrive)
    // Timers of different lengths may fire in another order than they are due.
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

/** Numbers from 0 to 1 that look random and are the same in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
