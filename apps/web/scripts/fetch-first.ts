import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** What Vite calls the code that it puts around every import(), and the function in it. */
const HELPER = '\0vite/preload-helper.js'
const FETCH_FIRST = fileURLToPath(new URL('../src/shared/loading/fetch-first.ts', import.meta.url))

/** Has modules imported only once their files have come: a browser may keep a failed import for good. */
export function fetchFirst(): Plugin {
  let isInPlace = false
  return {
    name: 'fetch-first',
    apply: 'build',
    enforce: 'pre',
    // By itself Vite names no file to a module that imports no other.
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
