import type { Language } from '@clutch/contract/constants'
import { succeed } from '@clutch/economy'
import { inLanguage, tagsInLanguage } from '../../content/item-definitions.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { packJson, type PackedText } from '../../http/packed-text.ts'

/**
 * The item catalogue's two list calls (document 1 §7). Responses are megabytes and change only with the content pack.
 */
export function catalogueRoutes({ published }: Context): CallHandlers {
  const { items, tags, pictures, version } = published
  const list = packJson(items)
  const versioned = packJson({ version, items, tags, pictures })
  void list.prepare()
  void versioned.prepare()
  const byLanguage = new Map<Language, PackedText>()
  const packed = (language: Language): PackedText => {
    const known = byLanguage.get(language)
    if (known !== undefined) return known
    const made = packJson({
      version,
      items: items.map((item) => inLanguage(item, language)),
      tags: tagsInLanguage(tags, language),
      pictures,
    })
    byLanguage.set(language, made)
    return made
  }
  return {
    'POST /get-all-items': async ({ request, reply }) => {
      await list.send(request, reply)
      return undefined
    },
    'POST /v2/get-all-items': async ({ body, request, reply }) => {
      if (body?.known_version === version) return succeed({ version, items: null, tags: [], pictures: [] })
      await (body?.language === undefined ? versioned : packed(body.language)).send(request, reply)
      return undefined
    },
  }
}
