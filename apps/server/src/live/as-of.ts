import type { FastifyInstance } from 'fastify'

/** The newest message that an answer knows of; see `follows_message_id` in live.proto. */
export const AS_OF_HEADER = 'x-as-of'
/** The content that an answer was made from, for pages that nobody tells of another. */
export const CONTENT_HEADER = 'x-content'

/**
 * Says of every answer as of which message it is true at least, and of which version of the content. Both are taken
 * before anything is read: an answer may know more, never less.
 */
export function tellAsOf(api: FastifyInstance, lastMessageId: () => number, contentVersion: () => string): void {
  api.addHook('onRequest', (_request, reply, done) => {
    void reply.header(AS_OF_HEADER, lastMessageId()).header(CONTENT_HEADER, contentVersion())
    done()
  })
}
