import type { FastifyInstance } from 'fastify'

/** Id of the newest message that a response includes; see `follows_message_id` in live.proto. */
export const AS_OF_HEADER = 'x-as-of'
/** Version of the content that a response was computed from, for pages without a live connection. */
export const CONTENT_HEADER = 'x-content'

/**
 * Adds to every response the id of the newest message it includes, and the content version. Both are taken before data is
 * read, so a response can include later changes but never lacks earlier ones.
 */
export function sendAsOf(api: FastifyInstance, lastMessageId: () => number, contentVersion: () => string): void {
  api.addHook('onRequest', (_request, reply, done) => {
    void reply.header(AS_OF_HEADER, lastMessageId()).header(CONTENT_HEADER, contentVersion())
    done()
  })
}
