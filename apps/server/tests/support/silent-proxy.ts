import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Which way bytes travel. */
export type Way = 'to the database' | 'to the server'
const BOTH_WAYS: readonly Way[] = ['to the database', 'to the server']

/** A moment in which a line falls silent: when this text is on its way to the database, before it or right behind it. */
export interface Moment {
  readonly text: string
  readonly place: 'before' | 'behind'
}

/**
 * A network between a server and its database that can fall silent: connections stay open and nothing arrives, not even
 * that the other side hung up.
 */
export interface SilentProxy {
  readonly port: number
  fallSilent(ways?: readonly Way[]): void
  /** Falls silent by itself. @returns when it has. */
  fallSilentAt(moment: Moment, ways?: readonly Way[]): Promise<void>
  /** Delivers what has waited, too. */
  speak(): void
  /** New connections get through; those that were open stay silent for good, as behind a router that has restarted. */
  speakToNewOnly(): void
  /** Hangs up what is silent for good: whoever waits there without a deadline, such as an audit, waits no longer. */
  hangUpForgotten(): void
  close(): Promise<void>
}

/** One direction of one connection. */
interface Pipe {
  readonly way: Way
  readonly from: Socket
  readonly to: Socket
  /** What was read and may not be delivered yet. */
  readonly held: Buffer[]
}

export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  const pipes = new Set<Pipe>()
  const forgotten = new Set<Pipe>()
  let silent: readonly Way[] = []
  let awaited: { readonly moment: Moment; readonly reach: () => void } | undefined

  const isSilent = (pipe: Pipe): boolean => silent.includes(pipe.way) || forgotten.has(pipe)
  const begin = (ways: readonly Way[]): void => {
    silent = ways
    for (const pipe of pipes) if (isSilent(pipe)) pipe.from.pause()
  }
  const forward = (pipe: Pipe, bytes: Buffer): void => {
    const isMoment = pipe.way === 'to the database' && awaited !== undefined && bytes.includes(awaited.moment.text)
    if (isMoment && awaited?.moment.place === 'before') awaited.reach()
    if (isSilent(pipe)) pipe.held.push(bytes)
    else pipe.to.write(bytes)
    if (isMoment && awaited?.moment.place === 'behind') awaited.reach()
  }
  const join = (way: Way, from: Socket, to: Socket): void => {
    const pipe: Pipe = { way, from, to, held: [] }
    pipes.add(pipe)
    if (isSilent(pipe)) from.pause()
    from.on('data', (bytes: Buffer) => forward(pipe, bytes))
    from.on('end', () => to.end())
    from.on('error', () => undefined)
    from.on('close', () => {
      if (isSilent(pipe)) return
      pipes.delete(pipe)
      to.destroy()
    })
  }
  const deliver = (pipe: Pipe): void => {
    for (const bytes of pipe.held.splice(0)) pipe.to.write(bytes)
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
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1')
    join('to the database', near, far)
    join('to the server', far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
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
    async close() {
      hangUp([...pipes, ...forgotten])
      server.close()
      await once(server, 'close')
    },
  }
}
