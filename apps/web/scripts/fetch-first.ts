import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Vite's helper around every import(), and the name of its function. */
const HELPER = '\0vite/preload-helper.js'
const FETCH_FIRST = fileURLToPath(new URL('../src/shared/loading/fetch-first.ts', import.meta.url))

/** Fetches a module's files before it is imported: a browser may cache a failed import for good. */
export function fetchFirst(): Plugin {
  let isInPlace = false
  return {
    name: 'fetch-first',
    apply: 'build',
    enforce: 'pre',
    // By default Vite passes no files for a module without imports.
    config: () => ({
      build: { modulePreload: { resolveDependencies: (file, others) => [...new Set([file, ...others])] } },
    }),
    load(id) {
      if (id !== HELPER) return undefined
      isInPlace = true
      return `export { fetchFirst as __vitePreload } from ${JSON.stringify(FETCH_FIRST)}`
    },
    buildEnd(error) {
      if (error === undefined && !isInPlace) this.error(`Vite has no ${HELPER.slice(1)} any more: imports go unguarded`)
    },
  }
}
