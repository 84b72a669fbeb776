import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ContentPack } from '@clutch/content'

/** The icons of a pack as sheets of SVG symbols; a page loads the sheets it needs. */
export interface IconSprite {
  readonly sheets: readonly IconSheet[]
  /** Address of an icon; changes with its sheet's content, so that it can be cached indefinitely. */
  urlOf(icon: string): string
}

interface IconSheet {
  readonly svg: string
  /** Content hash, part of the address. */
  readonly version: string
}

interface IconSet {
  readonly width: number
  readonly height: number
  readonly icons: Readonly<Record<string, { readonly body: string; readonly width?: number; readonly height?: number }>>
}

const VERSION_LENGTH = 10
/** Icons per sheet, about 8 kB compressed. Similar items are neighbours in a pack, so a sheet holds icons shown together. */
const SHEET_ICONS = 12

/** The icon set (6 MB of JSON), cached weakly. */
let latestRead: WeakRef<IconSet> | undefined

async function readIconSet(): Promise<IconSet> {
  const known = latestRead?.deref()
  if (known !== undefined) return known
  const path = createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json')
  const set = JSON.parse(await readFile(path, 'utf8')) as IconSet
  latestRead = new WeakRef(set)
  return set
}

/** Collects the icons that a pack names from the game-icons set (CC BY 3.0, credited in the interface). */
export async function createIconSprite(pack: ContentPack): Promise<IconSprite> {
  const set = await readIconSet()
  const names = [...new Set(pack.items.map(({ icon }) => icon))].filter((name) => set.icons[name] !== undefined)
  const sheets: IconSheet[] = []
  const urls = new Map<string, string>()
  for (let from = 0; from < names.length; from += SHEET_ICONS) {
    const onSheet = names.slice(from, from + SHEET_ICONS)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${onSheet.map((name) => toSymbol(set, name)).join('')}</svg>`
    const version = createHash('sha256').update(svg).digest('base64url').slice(0, VERSION_LENGTH)
    for (const name of onSheet) urls.set(name, `/sprite/${sheets.length}.svg?v=${version}#${name}`)
    sheets.push({ svg, version })
  }
  return { sheets, urlOf: (icon) => urls.get(icon) ?? '' }
}

function toSymbol({ icons, width, height }: IconSet, name: string): string {
  const icon = icons[name]
  const viewBox = `0 0 ${icon?.width ?? width} ${icon?.height ?? height}`
  return `<symbol id="${name}" viewBox="${viewBox}">${icon?.body ?? ''}</symbol>`
}
