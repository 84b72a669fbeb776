import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { IconSprite } from '../content/icon-sprite.ts'
import { sendError } from './errors.ts'
import { PackedText } from './packed-text.ts'

const A_YEAR_SEC = 31_536_000
/** Under these a page's policy does not apply, so no page may come of them. */
const NEVER_A_PAGE = /^\/(?:api|assets)(?:[/?]|$)/
const IMMUTABLE = `public, max-age=${A_YEAR_SEC}, immutable`

/** Serves the built web app, compressed beforehand, and its one page under every address that is not a file. */
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
      // The address of another pack's sheet must not keep this one's pictures.
      const isOwn = sprite.sheets[index]?.version === request.query.v
      await sheet.send(request, reply.header('cache-control', isOwn ? IMMUTABLE : 'no-store'))
      return reply
    },
  )
  const hasPage = existsSync(join(folder, 'index.html'))
  if (hasPage) {
    await app.register(fastifyStatic, {
      root: folder,
      // Its own route reads a file's whole folder with every request, to compare the letters' case.
      serve: false,
      preCompressed: true,
      cacheControl: false,
      // The build's own manifest lists every file, and is nobody's business.
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
