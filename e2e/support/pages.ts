import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PageServer {
  readonly origin: string
  close(): void
}

/** Serves one page from another origin than Clutch: the same site on `localhost`, another site on `127.0.0.1`. */
export async function servePage(html: string, host: 'localhost' | '127.0.0.1'): Promise<PageServer> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${host}:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
