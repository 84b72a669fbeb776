import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const ID_LENGTH = 12

/**
 * Writes a build id derived from the build's content into the page, and into a file that open pages poll. If the two
 * differ, the server has a newer build.
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

/** Assets have a content hash in their name, and the page refers to them. */
function isNamedByContent(fileName: string): boolean {
  return fileName.startsWith('assets/')
}
