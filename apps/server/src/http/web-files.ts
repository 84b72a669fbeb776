import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { IconSprite } from '../content/icon-sprite.ts'
import { sendError } from './errors.ts'
import { PackedText } from './packed-text.ts'

const A_YEAR_SEC = 31_536_000
/** Path prefixes without a page's policy; no HTML may be served under them. */
const NEVER_A_PAGE = /^\/(?:api|assets)(?:[/?]|$)/
const IMMUTABLE = `public, max-age=${A_YEAR_SEC}, immutable`

/** What is served of the content pack. */
interface PackArt {
  readonly sprite: IconSprite
  /** Bytes of pictures by digest. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
}

/** Serves the precompressed web app and the pack's pictures, and the app's page at every path that is not a file. */
export async function serveWebFiles(app: FastifyInstance, folder: string, artOf: () => PackArt): Promise<void> {
  const packed = new WeakMap<IconSprite, PackedText[]>()
  const sheetsOf = (sprite: IconSprite): PackedText[] => {
    const known = packed.get(sprite) ?? sprite.sheets.map(({ svg }) => new PackedText(svg, 'image/svg+xml'))
    packed.set(sprite, known)
    return known
  }
  app.get<{ Params: { sheet: string }; Querystring: { v?: string } }>(
    '/sprite/:sheet.svg',
    { schema: { hide: true } },
    async (request, reply) => {
      const { sprite } = artOf()
      const index = Number(request.params.sheet)
      const sheet = sheetsOf(sprite)[index]
      if (sheet === undefined) return sendError(reply, 'not_found')
      // Only the current pack's sheet may be cached under its address.
      const isOwn = sprite.sheets[index]?.version === request.query.v
      await sheet.send(request, reply.header('cache-control', isOwn ? IMMUTABLE : 'no-store'))
      return reply
    },
  )
  app.get<{ Params: { digest: string; type: string } }>(
    '/images/:digest.:type(png|webp|avif)',
    { schema: { hide: true } },
    (request, reply) => {
      const { digest, type } = request.params
      const bytes = artOf().pictures.get(digest)
      if (bytes === undefined) return sendError(reply, 'not_found')
      return reply.type(`image/${type}`).header('cache-control', IMMUTABLE).send(bytes)
    },
  )
  const hasPage = existsSync(join(folder, 'index.html'))
  if (hasPage) {
    await app.register(fastifyStatic, {
      root: folder,
      // Not the plugin's own wildcard route, which reads the file's whole folder on every request to compare case.
      serve: false,
      preCompressed: true,
      cacheControl: false,
      // Hides Vite's manifest, which lists all files.
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        void reply.header('cache-control', path.includes('/assets/') ? IMMUTABLE : 'no-cache')
      },
    })
    app.get('/*', { schema: { hide: true } }, (request, reply) => {
      void reply.sendFile(request.url.split('?', 1)[0] ?? '/')
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!wantsPage || !hasPage || NEVER_A_PAGE.test(request.url)) return sendError(reply, 'not_found')
    return reply.sendFile('index.html')
  })
}
