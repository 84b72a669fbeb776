import { createServer } from 'node:http'
import { once } from 'node:events'

export interface CredulousPlatform {
  readonly url: string
  /** Number of requests to confirm a sign-in. */
  readonly confirmations: () => number
  /** Sets its response to all further requests. */
  answer(status: number, body: string): void
  close(): Promise<void>
}

const CONFIRMED = 'ns:http://specs.openid.net/auth/2.0\nis_valid:true\n'

/** A platform that confirms every sign-in: against it, only the server's own checks protect a sign-in. */
export async function startCredulousPlatform(): Promise<CredulousPlatform> {
  let confirmations = 0
  let reply = { status: 200, body: CONFIRMED }
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      if (request.method === 'POST') confirmations += 1
      response.writeHead(reply.status, { 'content-type': 'text/plain' }).end(reply.body)
    })
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://localhost:${port}`,
    confirmations: () => confirmations,
    answer(status, body) {
      reply = { status, body }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
