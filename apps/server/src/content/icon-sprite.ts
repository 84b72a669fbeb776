import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ContentPack } from '@clutch/content'

/** The pictures a pack uses, in one SVG file of symbols. */
export interface IconSprite {
  readonly svg: string
  /** Address of one picture: it changes with the sprite's content, so that it may be cached for ever. */
  urlOf(icon: string): string
}

interface IconSet {
  readonly width: number
  readonly height: number
  readonly icons: Readonly<Record<string, { readonly body: string; readonly width?: number; readonly height?: number }>>
}

const SPRITE_PATH = '/sprite.svg'
const VERSION_LENGTH = 10

/** Gathers the pictures of the game-icons set that a pack names (CC BY 3.0, credited in the interface). */
export async function createIconSprite(pack: ContentPack): Promise<IconSprite> {
  const path = createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json')
  const set = JSON.parse(await readFile(path, 'utf8')) as IconSet
  const names = [...new Set(pack.items.map(({ icon }) => icon))].toSorted()
  const symbols = names.flatMap((name) => {
    const icon = set.icons[name]
    if (icon === undefined) return []
    const viewBox = `0 0 ${icon.width ?? set.width} ${icon.height ?? set.height}`
    return [`<symbol id="${name}" viewBox="${viewBox}">${icon.body}</symbol>`]
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
  const version = createHash('sha256').update(svg).digest('base64url').slice(0, VERSION_LENGTH)
  return { svg, urlOf: (icon) => `${SPRITE_PATH}?v=${version}#${icon}` }
}
