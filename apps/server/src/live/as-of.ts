import type { FastifyInstance } from 'fastify'

/** The newest message that an answer knows of; see `follows_message_id` in live.proto. */
export const AS_OF_HEADER = 'x-as-of'

/**
 * Says of every answer as of which message it is true at least. The number is taken before anything is read: an answer
 * may know more, never less.
 */
export function tellAsOf(api: FastifyInstance, lastMessageId: () => number): void {
  api.addHook('onRequest', (_request, reply, done) => {
    void reply.header(AS_OF_HEADER, lastMessageId())
    done()
  })
}
