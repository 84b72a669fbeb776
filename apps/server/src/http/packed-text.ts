import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Made once and sent often: close to the smallest, and still done in moments. */
const BROTLI_QUALITY = 5

interface Encoded {
  readonly br: Buffer
  readonly gzip: Buffer
}

/** A large answer that is the same for everybody: compressed once, when it is first asked for, not for every request. */
export class PackedText {
  readonly #bytes: Buffer
  readonly #type: string
  #encoded: Promise<Encoded> | undefined

  constructor(text: string, type: string) {
    this.#bytes = Buffer.from(text)
    this.#type = type
  }

  /** Compresses it now, so that the first who asks does not wait. */
  prepare(): Promise<Encoded> {
    this.#encoded ??= encode(this.#bytes)
    return this.#encoded
  }

  /** Answers in the best encoding that the client takes. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    void reply.type(this.#type).header('vary', 'accept-encoding')
    const encoding = bestEncoding(request.headers['accept-encoding'] ?? '')
    if (encoding === undefined) await reply.send(this.#bytes)
    else await reply.header('content-encoding', encoding).send((await this.prepare())[encoding])
  }
}

/** A value as JSON. */
export function packJson(value: unknown): PackedText {
  return new PackedText(JSON.stringify(value), 'application/json; charset=utf-8')
}

async function encode(bytes: Buffer): Promise<Encoded> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes)])
  return { br, gzip: zipped }
}

/** An encoding with a weight of nought is one that the client refuses. */
function bestEncoding(accepted: string): keyof Encoded | undefined {
  const wanted = accepted.split(',').filter((entry) => !/;\s*q=0(\.0*)?\s*$/i.test(entry))
  const names = new Set(wanted.map((entry) => entry.split(';')[0]?.trim().toLowerCase()))
  return (['br', 'gzip'] as const).find((name) => names.has(name))
}
