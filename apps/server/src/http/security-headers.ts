import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import fastify, { type onRequestAsyncHookHandler } from 'fastify'

export interface SecurityOptions {
  readonly publicUrl: () => string
  readonly embedOrigins: readonly string[]
}

type Headers = Readonly<Record<string, string>>

/** Headers of any answer, which say nothing about security. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set(['connection', 'content-length', 'content-type', 'date'])

/**
 * Puts the security headers on every answer. Helmet builds them anew for each request, which took longer than all the
 * rest of an order's way through HTTP; they depend on nothing but the public address, so it is asked once for each.
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
    if (isBuiltFile(request.url)) {
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

/** A year, as for pages: a browser that was here by https never tries without. */
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

/** Answers of calls are data: nothing in them may run, be framed, be guessed at or be kept. */
export const CALL_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** A page loads dozens of built files, which are no pages: they need none of a page's kilobyte of policy. */
const FILE_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * Where a sign-in window ends. It hands its token to the framed app that opened it, so it alone may keep the tie to
 * its opener; all other pages cut it (decision 8).
 */
function isSignInEnd(url: string): boolean {
  return url.split('?')[0] === '/auth/steam/success'
}

const KEEPS_OPENER: Headers = { 'cross-origin-opener-policy': 'unsafe-none' }

function isCall(url: string): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/docs')
}

function isBuiltFile(url: string): boolean {
  return url.startsWith('/assets/')
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
 * A strict policy for every page: only our own scripts and styles, sockets only to ourselves, frames only where the
 * operator allows them. Pictures may also come from the platform's servers.
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

/** The address of the live connection, for browsers whose `'self'` does not cover sockets. */
export function webSocketOrigin(publicUrl: string): string {
  return publicUrl.replace(/^http/, 'ws')
}
