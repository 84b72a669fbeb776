import { timingSafeEqual, createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The publisher key and application id. */
export interface PublisherAccess {
  readonly apiKey: string
  readonly appId: number
}

type Parameters = Readonly<Record<string, unknown>>

/** Rejects callers without the publisher key like the platform: 403 with a page. */
export function requirePublisher(access: PublisherAccess) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { key } = readParameters(request)
    if (!matches(key, access.apiKey)) {
      await reply
        .code(403)
        .type('text/html')
        .send('<html><head><title>Forbidden</title></head><body>Access is denied.</body></html>')
    }
  }
}

/** Reads parameters from the query, a form or `input_json`; lists are `name[0]`, `name[1]`, …. */
export function readParameters(request: FastifyRequest): Parameters {
  const plain = { ...record(request.query), ...record(request.body) }
  return collectLists({ ...plain, ...parseInputJson(plain['input_json']) })
}

function parseInputJson(text: unknown): Parameters {
  if (typeof text !== 'string') return {}
  try {
    return record(JSON.parse(text))
  } catch {
    return {}
  }
}

function collectLists(parameters: Parameters): Parameters {
  const collected: Record<string, unknown> = {}
  const lists = new Map<string, unknown[]>()
  for (const [name, value] of Object.entries(parameters)) {
    const indexed = /^(\w+)\[\d*\]$/.exec(name)?.[1]
    if (indexed === undefined) collected[name] = value
    else lists.set(indexed, [...(lists.get(indexed) ?? []), value].flat())
  }
  return { ...collected, ...Object.fromEntries(lists) }
}

function record(value: unknown): Parameters {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function matches(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false
  return timingSafeEqual(digest(given), digest(expected))
}

/** Gives texts equal length for the constant-time comparison. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
