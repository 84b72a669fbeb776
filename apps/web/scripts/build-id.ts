import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const ID_LENGTH = 12

/**
 * Names the build by what is in it: in the page, and in a file that an open page asks for. When the two differ, the
 * server has a newer build than the page runs.
 */
export function buildId(): Plugin {
  return {
    name: 'build-id',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        bundle === undefined
          ? []
          : [{ tag: 'meta', attrs: { name: 'build', content: idOf(bundle) }, injectTo: 'head' as const }],
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ build: idOf(bundle) }) })
      },
    },
  }
}

function idOf(bundle: object): string {
  const names = Object.keys(bundle).filter(isNamedByContent).toSorted()
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, ID_LENGTH)
}

/** Assets carry a hash of their content in their name; the page itself is made of them. */
function isNamedByContent(fileName: string): boolean {
  return fileName.startsWith('assets/')
}
