import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { webhookMessage } from '@clutch/contract/server'
import { Webhook } from 'standardwebhooks'
import type * as z from 'zod'

/** A webhook that arrived. */
export interface Received {
  readonly id: string
  readonly message: z.output<typeof webhookMessage>
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Responds to one delivery. @param count how many arrived before */
export type Respond = (response: ServerResponse, received: Received, count: number) => void

const ok: Respond = (response) => response.writeHead(204).end()

/** A receiver of webhooks. Checks each body against the contract. */
export class Receiver {
  readonly received: Received[] = []
  readonly url: string
  respond: Respond
  readonly #server: Server

  private constructor(server: Server, respond: Respond) {
    this.#server = server
    this.respond = respond
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    server.on('request', (request, response) => void this.#take(request, response))
  }

  static async open(respond: Respond = ok): Promise<Receiver> {
    const server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return new Receiver(server, respond)
  }

  /** Ids of events, in the order of their first arrival. */
  ids(): string[] {
    return [...new Set(this.received.map(({ id }) => id))]
  }

  /** Ids of the deliveries to which this receiver said yes. */
  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const message = webhookMessage.parse(JSON.parse(body))
    const received = { id: headers['webhook-id'] ?? '', message, body, headers }
    this.received.push(received)
    this.respond(response, received, this.received.length - 1)
  }
}

/** Verifies a delivery as receivers do. @throws when the signature does not fit */
export function verify(secret: string | null, { body, headers }: Received): unknown {
  return new Webhook(secret ?? '').verify(body, headers)
}

/** A response that fails. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): Respond {
  return (response) => response.writeHead(code, headers).end()
}
