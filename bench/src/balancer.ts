import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

const CHECK_EVERY_MS = 250
const CHECK_MAX_MS = 2_000

/** Passes each connection to the next server that is ready, as any balancer without sticky sessions does. */
export class Balancer {
  readonly #servers = new Map<string, boolean>()
  readonly #sockets = new Set<Socket>()
  readonly #listener = createServer((client) => this.#pass(client, this.#servers.size))
  readonly #timer = setInterval(() => void this.check(), CHECK_EVERY_MS)
  #next = 0

  static async start(): Promise<Balancer> {
    const balancer = new Balancer()
    await new Promise<void>((resolve) => balancer.#listener.listen(0, '127.0.0.1', resolve))
    return balancer
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`
  }

  /** Replaces the servers; each receives connections once it is ready. */
  async use(urls: readonly string[]): Promise<void> {
    for (const url of this.#servers.keys()) if (!urls.includes(url)) this.#servers.delete(url)
    for (const url of urls) if (!this.#servers.has(url)) this.#servers.set(url, false)
    await this.check()
  }

  /** Asks each server whether it is ready. */
  async check(): Promise<void> {
    await Promise.all(
      Array.from(this.#servers.keys(), async (url) => {
        const isReady = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(CHECK_MAX_MS) }).then(
          ({ ok }) => ok,
          () => false,
        )
        if (this.#servers.has(url)) this.#servers.set(url, isReady)
      }),
    )
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#listener.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Tries the next server if one cannot be reached, up to a number of times. */
  #pass(client: Socket, tries: number): void {
    const ready = [...this.#servers].filter(([, isReady]) => isReady).map(([url]) => url)
    const url = ready[(this.#next += 1) % ready.length]
    if (url === undefined || tries === 0) return void client.destroy()
    const server = connect(Number(new URL(url).port), '127.0.0.1')
    const giveUp = (): void => this.#pass(client, tries - 1)
    server.once('error', giveUp)
    server.once('connect', () => {
      server.off('error', giveUp)
      for (const [socket, other] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(socket)
        socket.setNoDelay()
        socket.on('error', () => other.destroy())
        socket.once('close', () => {
          this.#sockets.delete(socket)
          other.destroy()
        })
        socket.pipe(other)
      }
    })
  }
}
