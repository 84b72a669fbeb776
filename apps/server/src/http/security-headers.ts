import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import fastify, { type onRequestAsyncHookHandler } from 'fastify'

export interface SecurityOptions {
  readonly publicUrl: () => string
  readonly embedOrigins: readonly string[]
}

type Headers = Readonly<Record<string, string>>

/** Headers as Helmet sets them on a response. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set(['connection', 'content-length', 'content-type', 'date'])

/**
 * Adds the security headers to every response. They depend only on the public address, so Helmet runs once per address:
 * run per request, it takes longer than the rest of an order's HTTP handling.
 */
export function addSecurityHeaders(options: SecurityOptions): onRequestAsyncHookHandler {
  let known: PolicyHeaders | undefined
  return async (request, reply) => {
    const publicUrl = options.publicUrl()
    if (known?.publicUrl !== publicUrl) known = headersFor(options, publicUrl)
    if (isCall(request.url)) {
      void reply.headers(known.ofCalls)
      return
    }
    if (isFile(request.url)) {
      void reply.headers(known.ofFiles)
      return
    }
    void reply.headers(await known.ofPages)
    if (options.embedOrigins.length > 0 && isSignInEnd(request.url)) void reply.headers(KEEPS_OPENER)
  }
}

interface PolicyHeaders {
  readonly publicUrl: string
  readonly ofCalls: Headers
  readonly ofFiles: Headers
  readonly ofPages: Promise<Headers>
}

/** One year: a browser that has used https does not try http again. */
const HTTPS_ONLY: Headers = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

function headersFor(options: SecurityOptions, publicUrl: string): PolicyHeaders {
  const transport = publicUrl.startsWith('https:') ? HTTPS_ONLY : {}
  return {
    publicUrl,
    ofCalls: { ...CALL_HEADERS, ...transport },
    ofFiles: { ...FILE_HEADERS, ...transport },
    ofPages: readHeaders(options),
  }
}

/** Policy for API responses: no scripts, no framing, no content sniffing, no caching. */
export const CALL_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Policy for built files and pictures, which are not documents and need none of a page's policy (1 kB each). */
const FILE_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * Page where a sign-in window ends. It passes its token to the framed app that opened it, so it is the only page that
 * keeps `window.opener` (decision 8).
 */
function isSignInEnd(url: string): boolean {
  return url.split('?')[0] === '/auth/steam/success'
}

const KEEPS_OPENER: Headers = { 'cross-origin-opener-policy': 'unsafe-none' }

function isCall(url: string): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/docs')
}

function isFile(url: string): boolean {
  return url.startsWith('/assets/') || url.startsWith('/images/')
}

async function readHeaders(options: SecurityOptions): Promise<Headers> {
  const app = fastify()
  await app.register(helmet, securityPolicy(options))
  app.get('/', (_request, reply) => reply.send())
  const { headers } = await app.inject('/')
  await app.close()
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (PLAIN_HEADERS.has(name) ? [] : [[name, String(value)]])),
  )
}

/**
 * Strict policy for every page: scripts, styles and sockets from this origin only, framing by the operator's allowed
 * origins. Pictures may also come from the platform's servers.
 */
function securityPolicy(options: SecurityOptions): FastifyHelmetOptions {
  const isHttps = options.publicUrl().startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'https:', 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", () => webSocketOrigin(options.publicUrl())],
        'frame-ancestors': options.embedOrigins.length === 0 ? ["'none'"] : [...options.embedOrigins],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
      },
    },
    frameguard: options.embedOrigins.length === 0 ? { action: 'deny' } : false,
    hsts: isHttps,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  }
}

/** Address of the live connection, for browsers in which `'self'` does not include sockets. */
export function webSocketOrigin(publicUrl: string): string {
  return publicUrl.replace(/^http/, 'ws')
}
