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

/** Serves the precompressed web app, and its page at every path that is not a file. */
export async function serveWebFiles(app: FastifyInstance, folder: string, spriteOf: () => IconSprite): Promise<void> {
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
      const sprite = spriteOf()
      const index = Number(request.params.sheet)
      const sheet = sheetsOf(sprite)[index]
      if (sheet === undefined) return sendError(reply, 'not_found')
      // Only the current pack's sheet may be cached under its address.
      const isOwn = sprite.sheets[index]?.version === request.query.v
      await sheet.send(request, reply.header('cache-control', isOwn ? IMMUTABLE : 'no-store'))
      return reply
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
