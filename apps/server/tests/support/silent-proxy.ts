import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A network between a server and its database that can fall silent: connections stay open and nothing arrives. */
export interface SilentProxy {
  readonly port: number
  fallSilent(): void
  /** Delivers what has waited, too. */
  speak(): void
  close(): Promise<void>
}

export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>()
  let isSilent = false
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from)
    if (isSilent) from.pause()
    from.on('data', (bytes) => void to.write(bytes))
    from.on('end', () => to.end())
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1')
    join(near, far)
    join(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    speak() {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
