import { itemOfHash } from './shared/market/item-address.ts'

/** Follows the path of a page in what the build writes: what an item in the address needs besides. */
export const WITH_ITEM = '#item'

/** What the build writes into the page: the files of each page and of each language's texts. */
export interface Preloads {
  /** By the path of a page. */
  readonly pages: Readonly<Record<string, readonly string[]>>
  /** By language, then by area of the texts. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What nearly every page is set in. */
  readonly fonts: readonly string[]
}

/** The areas of the texts that a path needs first; the others load when a view asks for them. */
export const AREAS_OF_PLACE = {
  '': ['home'],
  marketplace: ['market', 'chart', 'watch'],
  inventory: ['inventory', 'market'],
  craft: ['craft', 'production'],
  factory: ['factory', 'production'],
  harvest: ['harvest', 'production'],
} as const

export type Place = keyof typeof AREAS_OF_PLACE

/** The first part of a path, which names the area of the app. */
export function placeOf(pathname: string): Place | undefined {
  const [, place = ''] = pathname.split('/')
  return place in AREAS_OF_PLACE ? (place as Place) : undefined
}

/** What the build has written into the page. Nothing in development. */
export function readPreloads(): Preloads {
  const written = document.querySelector<HTMLMetaElement>('meta[name="preloads"]')?.content
  return written === undefined ? { pages: {}, texts: {}, fonts: [] } : (JSON.parse(written) as Preloads)
}

/** Files that a page needs and its code would ask for only once it runs itself. */
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

/** Pages that strangers may read. */
const OPEN_PAGES = new Set(['/', '/marketplace/market'])

/**
 * What a page reads first, just as its queries ask for it. Where to connect comes before all else: whatever is answered
 * after it is told of changes, and need not be read again.
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
