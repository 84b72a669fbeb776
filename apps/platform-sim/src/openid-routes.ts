import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { confirmationText, type Fields, type OpenIdProvider } from './openid-provider.ts'
import { CHOOSE_SCRIPT, PAGE_POLICY, problemPage, signInPage } from './openid-page.ts'
import { STEAM_ID } from './players.ts'

/** The sign-in page and the OpenID endpoint behind it. */
export function openIdRoutes(app: FastifyInstance, provider: OpenIdProvider): void {
  app.get('/openid/login', (request, reply) => {
    const fields = fieldsOf(request.query)
    const asked = provider.readRequest(fields)
    if (asked === undefined) return sendPage(reply.code(400), problemPage())
    return sendPage(reply, signInPage(fields, asked.realm))
  })

  app.post('/openid/login', (request: FastifyRequest, reply) => {
    const fields = fieldsOf(request.body)
    if (fields['openid.mode'] === 'check_authentication') {
      return reply.type('text/plain').send(confirmationText(provider.confirm(fields, Date.now())))
    }
    const asked = provider.readRequest(fields)
    if (asked === undefined) return sendPage(reply.code(400), problemPage())
    if (fields['cancel'] !== undefined) return reply.redirect(provider.cancel(asked))
    const player = fields['player']
    if (typeof player !== 'string' || !STEAM_ID.test(player)) {
      return sendPage(
        reply.code(400),
        signInPage(fields, asked.realm, 'That is not a Steam id: 17 digits, beginning with 7656119.'),
      )
    }
    return reply.redirect(provider.assert(asked, player, Date.now()))
  })

  app.get('/openid/choose.js', (_, reply) => reply.type('text/javascript').send(CHOOSE_SCRIPT))
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('content-security-policy', PAGE_POLICY)
    .header('cache-control', 'no-store')
    .type('text/html')
    .send(html)
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
