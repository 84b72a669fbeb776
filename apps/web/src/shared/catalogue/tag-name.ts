import type { Language } from '@clutch/contract/constants'
import type { Catalogue } from './catalogue.ts'

/** A tag's name, or its part after the colon if the game has no name for it. */
export function tagName(tag: string, names: Catalogue['tagNames'] | undefined, language: Language): string {
  const name = names?.get(tag)?.[language]
  if (name !== undefined) return name
  const value = tag.slice(tag.indexOf(':') + 1)
  return value.charAt(0).toLocaleUpperCase(language) + value.slice(1)
}
