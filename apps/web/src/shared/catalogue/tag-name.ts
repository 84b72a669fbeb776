import type { Language } from '@clutch/contract/constants'
import type { Catalogue } from './catalogue.ts'

/** How a tag reads: its name, or what stands after its colon where the game has none for it. */
export function tagName(tag: string, names: Catalogue['tagNames'] | undefined, language: Language): string {
  const name = names?.get(tag)?.[language]
  if (name !== undefined) return name
  const value = tag.slice(tag.indexOf(':') + 1)
  return value.charAt(0).toLocaleUpperCase(language) + value.slice(1)
}
