import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServerClient, unwrap, verifyWebhook, WebhookVerificationError } from '@clutch/client'

/**
 * Receives the events of Clutch as webhooks, verifies them, and handles each once:
 *
 *     CLUTCH=http://localhost:3000 KEY=clk_… node examples/webhook-receiver/webhook-receiver.ts
 *
 * It creates its endpoint in Clutch at the first start and prints the secret, which is shown once. Start it with
 * WEBHOOK_SECRET=whsec_… from then on.
 */
const { CLUTCH: url = 'http://localhost:3000', KEY: key = '', PORT = '8080', WEBHOOK_SECRET } = process.env
/** Clutch must reach this address; outside of development it is https. */
const address = process.env['ADDRESS'] ?? `http://localhost:${PORT}/clutch`

const secret = WEBHOOK_SECRET ?? (await createEndpoint())
/** In production a table, changed in the same transaction as what the event changes. */
const handled = new Set<string>()

createServer((request, response) => void receive(request, response)).listen(Number(PORT), () =>
  console.log(`Receiving webhooks at ${address}`),
)

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST' || request.url !== '/clutch') return void response.writeHead(404).end()
  try {
    const event = verifyWebhook(secret, await readBody(request), request.headers)
    // Clutch repeats an event whose response it did not get.
    if (!handled.has(event.id)) {
      handled.add(event.id)
      if (event.type === 'trade.executed') console.log(`${event.data.count} of item #${event.data.item_id} sold`)
      else console.log(event.type, JSON.stringify(event.data))
    }
    response.writeHead(204).end()
  } catch (error) {
    // Anything but 2xx is delivered again later.
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end()
  }
}

async function createEndpoint(): Promise<string> {
  const clutch = createServerClient({ url, key })
  const { secret } = unwrap(
    await clutch.PUT('/api/server/v1/webhooks/{webhook_id}', {
      params: { path: { webhook_id: 'example' } },
      body: { url: address, types: ['trade.executed', 'player.registered'] },
    }),
  )
  if (secret === null) throw new Error('The endpoint exists: set WEBHOOK_SECRET to its secret')
  console.log(`WEBHOOK_SECRET=${secret}`)
  return secret
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
  return body
}
