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
export async function serveWebFiles(app: FastifyInstance, folder: string, sprite: IconSprite): Promise<void> {
  const sheets = sprite.sheets.map((svg) => new PackedText(svg, 'image/svg+xml'))
  app.get<{ Params: { sheet: string } }>('/sprite/:sheet.svg', { schema: { hide: true } }, async (request, reply) => {
    const sheet = sheets[Number(request.params.sheet)]
    if (sheet === undefined) return sendError(reply, 'not_found')
    await sheet.send(request, reply.header('cache-control', IMMUTABLE))
    return reply
  })
  const hasPage = existsSync(join(folder, 'index.html'))
  if (hasPage) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      // The build's own manifest lists every file, and is nobody's business.
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        void reply.header('cache-control', path.includes('/assets/') ? IMMUTABLE : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!wantsPage || !hasPage || NEVER_A_PAGE.test(request.url)) return sendError(reply, 'not_found')
    return reply.sendFile('index.html')
  })
}
