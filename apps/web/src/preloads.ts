/** Follows the path of a page in what the build writes: what an item in the address needs besides. */
export const WITH_ITEM = '#item'
const ITEM_HASH = '#/item='

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
  const paths = hash.startsWith(ITEM_HASH) ? [pathname, pathname + WITH_ITEM] : [pathname]
  return [...paths.flatMap((path) => pages[path] ?? []), ...areas.flatMap((area) => texts[language]?.[area] ?? [])]
}
