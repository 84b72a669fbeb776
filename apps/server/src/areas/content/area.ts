import type { ContentLoaded } from '@clutch/economy'
import type { ServerArea } from '../../area.ts'
import { insertLoggedEvents } from '../../store/logged-events.ts'
import { overRows, quote } from '../../store/statement.ts'
import { contentLoads, openContents } from './load.ts'
import './tables.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    /** Number of the active content version. */
    load_content: { version: number }
  }
}
declare module '../../bus/message.ts' {
  interface AreaUpdates {
    /** The content version that becomes active. */
    readonly content: { readonly version: number }
  }
}

/** Maximum items named by a rejection. */
const NAMED_MAX = 20

/** The game's content and replacing it at run time (rules §7). */
export const contentArea = {
  name: 'content',
  entities: { content_load: contentLoads },
  open: openContents,
  rows() {
    const loaded: ContentLoaded[] = []
    return {
      on: { content_loaded: (event) => void loaded.push(event) },
      statements: () => [
        overRows(
          'insert-content-versions',
          loaded,
          [
            ({ version }) => version,
            ({ digest }) => quote(digest),
            ({ isStart }) => String(isStart),
            ({ ownFolder }) => quote(ownFolder),
            ({ atMs }) => atMs,
          ],
          `insert into content_version (version, digest, is_start, own_folder, loaded_at_ms)
          select * from unnest($1::integer[], $2::text[], $3::boolean[], $4::text[], $5::bigint[])`,
        ),
        insertLoggedEvents(
          loaded.map(({ version, digest, atMs }) => ({ type: 'content.switched', atMs, data: { version, digest } })),
        ),
      ],
    }
  },
  responses: {
    load_content(_command, events) {
      const loaded = events.find((event) => event.type === 'content_loaded')
      if (loaded === undefined) throw new Error('A load_content command produced no content version')
      return { version: loaded.version }
    },
  },
  rejections: {
    content_in_use: ({ code, itemIds }) => ({ code, params: { items: itemIds.slice(0, NAMED_MAX).join(', ') } }),
  },
  updates() {
    let version: number | undefined
    return {
      on: {
        content_loaded(event) {
          version = event.version
        },
      },
      take: () => (version === undefined ? {} : { content: { version } }),
    }
  },
} satisfies ServerArea
