import type { ServerClient } from './clients.ts'
import { ClutchError } from './errors.ts'
import type { paths } from './gen/server.ts'
import { retryUntilAborted, type RetryOptions } from './retries.ts'

const PATH = '/api/server/v1/events'
/** The most that one response may have, and the longest wait for it. */
const PAGE = 1_000
const WAIT_SEC = 25

/** An event of the log; `type` decides what `data` has. */
export type ServerEvent = paths[typeof PATH]['get']['responses'][200]['content']['application/json']['events'][number]

export interface ReadEventsOptions extends RetryOptions {
  /** The id of the last event that was handled; absent for the oldest event that is kept. */
  readonly after?: string
  /** Only these types. */
  readonly types?: readonly ServerEvent['type'][]
}

/**
 * Reads the event log, each event once and in commit order, and waits for new ones until the signal aborts. Reading
 * continues after restarts and outages of Clutch. Store the id of each event with what it changes, and pass it as
 * `after` at the next start.
 *
 *     for await (const event of readEvents(clutch, { after: lastId, types: ['trade.executed'] })) {
 *       if (event.type === 'trade.executed') await record(event.id, event.data)
 *     }
 *
 * @throws ClutchError for a wrong key or missing scope, and `cursor_expired` if events after the cursor are no longer
 *   kept: continue from `params.oldest`
 */
export async function* readEvents(
  client: ServerClient,
  { after = '', types, signal, onRetry }: ReadEventsOptions = {},
): AsyncGenerator<ServerEvent, void> {
  const filter = types === undefined ? {} : { types: types.join(',') }
  let cursor = after
  for (;;) {
    const page = await retryUntilAborted({ signal, onRetry }, async () => {
      const { data, error, response } = await client.GET(PATH, {
        params: { query: { after: cursor, limit: PAGE, wait: WAIT_SEC, ...filter } },
        ...(signal === undefined ? {} : { signal }),
      })
      if (data === undefined) throw new ClutchError(response, error)
      return data
    })
    if (page === undefined) return
    yield* page.events
    cursor = page.next
  }
}
