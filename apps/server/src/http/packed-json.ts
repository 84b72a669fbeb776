import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Made once and sent often: close to the smallest, and still done in moments. */
const BROTLI_QUALITY = 5

interface Encoded {
  readonly br: Buffer
  readonly gzip: Buffer
}

/** A large answer that is the same for everybody: made into JSON and compressed once, not for every request. */
export class PackedJson {
  readonly #json: Buffer
  readonly #encoded: Promise<Encoded>

  constructor(value: unknown) {
    this.#json = Buffer.from(JSON.stringify(value))
    this.#encoded = encode(this.#json)
  }

  /** Answers in the best encoding that the client takes. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    const encoding = bestEncoding(request.headers['accept-encoding'] ?? '')
    if (encoding === undefined) await reply.send(this.#json)
    else await reply.header('content-encoding', encoding).send((await this.#encoded)[encoding])
  }
}

async function encode(json: Buffer): Promise<Encoded> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: json.length }
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(json, { params }), promisify(gzip)(json)])
  return { br, gzip: zipped }
}

/** An encoding with a weight of nought is one that the client refuses. */
function bestEncoding(accepted: string): keyof Encoded | undefined {
  const wanted = accepted.split(',').filter((entry) => !/;\s*q=0(\.0*)?\s*$/i.test(entry))
  const names = new Set(wanted.map((entry) => entry.split(';')[0]?.trim().toLowerCase()))
  return (['br', 'gzip'] as const).find((name) => names.has(name))
}
