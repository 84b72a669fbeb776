import { retryUntilAborted, type RetryOptions } from './retries.ts'

/** Clutch sends something at least every 15 s. */
export const SILENCE_MAX_MS = 35_000

/** An open connection on which messages arrive. */
export interface Connection<Message> {
  /** @throws when the connection ends or has been silent for too long */
  next(): Promise<Message>
  close(): void
}

/**
 * Reads messages until the signal aborts, and opens another connection whenever one is lost.
 *
 * @throws ClutchError that another connection would not change, such as a wrong token
 */
export async function* readConnections<Message>(
  options: RetryOptions,
  open: () => Promise<Connection<Message>>,
): AsyncGenerator<Message, void> {
  let connection: Connection<Message> | undefined
  try {
    for (;;) {
      const message = await retryUntilAborted(options, async () => {
        try {
          connection ??= await open()
          return await connection.next()
        } catch (error) {
          connection?.close()
          connection = undefined
          throw error
        }
      })
      if (message === undefined) return
      yield message
    }
  } finally {
    connection?.close()
  }
}
