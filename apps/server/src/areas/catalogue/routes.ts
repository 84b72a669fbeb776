import { succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { PackedJson } from '../../http/packed-json.ts'

/** The item catalogue's two list calls (document 1 §7): megabytes that change only with the content pack. */
export function catalogueRoutes({ published }: Context): CallHandlers {
  const { items, version } = published
  const list = new PackedJson(items)
  const versioned = new PackedJson({ version, items })
  return {
    'POST /get-all-items': async ({ request, reply }) => {
      await list.send(request, reply)
      return undefined
    },
    'POST /v2/get-all-items': async ({ body, request, reply }) => {
      if (body?.known_version === version) return succeed({ version, items: null })
      await versioned.send(request, reply)
      return undefined
    },
  }
}
