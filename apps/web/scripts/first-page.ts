import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { WITH_ITEM, type Preloads } from '../src/preloads.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const BOOT_STYLES = '/assets/boot.css'
const HASH_LENGTH = 10
const STYLESHEET = /\s*<link rel="stylesheet" crossorigin href="\/assets\/style-[^>]*>/
const APP = 'src/main.tsx'
/** Font subsets that nearly every page uses; others load on demand. */
const FONTS = /(?:inter|unbounded)-latin-wght-normal/
const TEXTS = /src\/locales\/(?<language>\w+)\/(?<area>\w+)\.json$/

/** Common entry pages and their modules. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': ['features/home/HomePage.tsx'],
  '/marketplace/market': ['app/layouts.tsx', 'features/market/MarketPage.tsx'],
  [`/marketplace/market${WITH_ITEM}`]: ['features/market/components/ItemDetailsPanel.tsx'],
  '/inventory/page': ['app/layouts.tsx', 'features/inventory/InventoryPage.tsx'],
  '/craft/receipts': ['app/layouts.tsx', 'features/craft/CraftRecipesPage.tsx'],
  '/factory/receipts': ['app/layouts.tsx', 'features/factory/FactoryRecipesPage.tsx'],
  '/harvest/receipts': ['features/harvest/HarvestLayout.tsx', 'features/harvest/HarvestRecipesPage.tsx'],
}

/**
 * Prepares index.html for the first paint: one small stylesheet for the frame before the app's own, an early request
 * for the app's code, and the list of files per page and language.
 */
export function firstPage(): Plugin {
  return {
    name: 'first-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html
        const [stylesheet = ''] = STYLESHEET.exec(html) ?? []
        const arranged = html
          .replace(STYLESHEET, '')
          .replace('</body>', `${stylesheet.trimStart()}\n  </body>`)
          .replace(BOOT_STYLES, `${BOOT_STYLES}?v=${bootVersion()}`)
        const app = filesOf(bundle, [APP])
        return {
          html: arranged,
          tags: [
            ...app.map((href) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: true, href },
              injectTo: 'head' as const,
            })),
            {
              tag: 'meta',
              attrs: { name: 'preloads', content: JSON.stringify(findFiles(bundle, new Set(app))) },
              injectTo: 'head' as const,
            },
          ],
        }
      },
    },
  }
}

/** Cached forever, so its address changes with its content. */
function bootVersion(): string {
  const styles = readFileSync(new URL(`../public${BOOT_STYLES}`, import.meta.url))
  return createHash('sha256').update(styles).digest('base64url').slice(0, HASH_LENGTH)
}

/** @param known files that are requested anyway */
function findFiles(bundle: Bundle, known: ReadonlySet<string>): Preloads {
  const texts: Record<string, Record<string, string>> = {}
  for (const chunk of chunksOf(bundle)) {
    const { language, area } = TEXTS.exec(chunk.facadeModuleId ?? '')?.groups ?? {}
    if (language === undefined || area === undefined) continue
    texts[language] = { ...texts[language], [area]: `/${chunk.fileName}` }
  }
  const pages = Object.entries(PAGES).map(([path, modules]) => {
    const files = filesOf(
      bundle,
      modules.map((module) => `src/${module}`),
    )
    return [path, files.filter((file) => !known.has(file))] as const
  })
  const fonts = Object.keys(bundle).filter((name) => FONTS.test(name))
  return { pages: Object.fromEntries(pages), texts, fonts: fonts.map((name) => `/${name}`) }
}

/** Addresses of the chunks with these modules, and of all their static imports. */
function filesOf(bundle: Bundle, modules: readonly string[]): readonly string[] {
  const files = new Set<string>()
  const waiting = modules.map((module) => {
    const chunk = chunksOf(bundle).find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
    if (chunk === undefined) throw new Error(`The build has no chunk for ${module}`)
    return chunk.fileName
  })
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = bundle[name]
    if (file?.type !== 'chunk' || files.has(`/${name}`)) continue
    files.add(`/${name}`)
    waiting.push(...file.imports)
  }
  return [...files]
}

function chunksOf(bundle: Bundle): readonly Chunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk')
}
