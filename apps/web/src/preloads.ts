import { itemOfHash } from './shared/market/item-address.ts'

/** Suffix of a page's path in the build's list: what an item in the address additionally needs. */
export const WITH_ITEM = '#item'

/** The build's list of files per page and of each language's texts. */
export interface Preloads {
  /** By the path of a page. */
  readonly pages: Readonly<Record<string, readonly string[]>>
  /** By language, then by text area. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Fonts that nearly every page uses. */
  readonly fonts: readonly string[]
}

/** Text areas that a path needs first; the others load when a view needs them. */
export const AREAS_OF_PLACE = {
  '': ['home'],
  marketplace: ['market', 'chart', 'watch'],
  inventory: ['inventory', 'market'],
  craft: ['craft', 'production'],
  factory: ['factory', 'production'],
  harvest: ['harvest', 'production'],
} as const

export type Place = keyof typeof AREAS_OF_PLACE

/** The first segment of a path, which names the area of the app. */
export function placeOf(pathname: string): Place | undefined {
  const [, place = ''] = pathname.split('/')
  return place in AREAS_OF_PLACE ? (place as Place) : undefined
}

/** The list that the build has written into the page; empty in development. */
export function readPreloads(): Preloads {
  const written = document.querySelector<HTMLMetaElement>('meta[name="preloads"]')?.content
  return written === undefined ? { pages: {}, texts: {}, fonts: [] } : (JSON.parse(written) as Preloads)
}

/** Files that a page needs but its code would request only once it runs. */
export function findModules({ pages, texts }: Preloads, { pathname, hash }: Location, language: string) {
  const place = placeOf(pathname)
  const areas = ['shell', 'errors', ...(place === undefined ? [] : AREAS_OF_PLACE[place])]
  const paths = itemOfHash(hash) === undefined ? [pathname] : [pathname, pathname + WITH_ITEM]
  return [...paths.flatMap((path) => pages[path] ?? []), ...areas.flatMap((area) => texts[language]?.[area] ?? [])]
}

interface Read {
  readonly name: string
  readonly body?: object
}

/** Pages open to anonymous visitors. */
const OPEN_PAGES = new Set(['/', '/marketplace/market'])

/**
 * A page's first reads, exactly as its queries make them. Where to connect is requested first: the connection then
 * reports changes of everything read after it, which need not be refetched.
 */
export function findReads({ pathname, hash }: Location, language: string, isSignedIn: boolean): readonly Read[] {
  if (!isSignedIn && !OPEN_PAGES.has(pathname)) return []
  const place = placeOf(pathname)
  const itemId = itemOfHash(hash)
  const reads: Read[] = [{ name: 'POST /v2/get-all-items', body: { language } }]
  if (isSignedIn) {
    reads.unshift({ name: 'GET /get-server' })
    reads.push({ name: 'GET /get_profile' }, { name: 'POST /inventory/get', body: {} })
    if (place === 'harvest') reads.push({ name: 'POST /harvest/get-receipts', body: {} })
  }
  if (place === 'marketplace') {
    reads.push({ name: 'POST /marketplace/get-all-prices', body: {} })
    if (itemId !== undefined) reads.push({ name: 'POST /marketplace/get-item-details', body: { item_type_id: itemId } })
  }
  return reads
}
