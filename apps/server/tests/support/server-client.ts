import assert from 'node:assert/strict'
import type { Kysely } from 'kysely'
import { SERVER_KEY_SCOPES, type ErrorCode, type ServerKeyTerms } from '@clutch/contract'
import { serverCalls, type ServerCallName, type ServerResponse } from '@clutch/contract/server'
import { createServerKey } from '../../src/areas/server-keys/manage-keys.ts'
import type { Database } from '../../src/store/database.ts'
import { errorBodyOf } from './answers.ts'
import type { TestServer } from './test-server.ts'

/** A key with all scopes, from anywhere, for ever. */
const TERMS: ServerKeyTerms = {
  name: 'quest server',
  scopes: [...SERVER_KEY_SCOPES],
  networks: [],
  expires_at: null,
  ceilings: { coins: null, units_per_item: null },
  test: false,
}

export function createTestKey(
  db: Kysely<Database>,
  terms: Partial<ServerKeyTerms> = {},
): ReturnType<typeof createServerKey> {
  return createServerKey(db, { ...TERMS, ...terms }, 'test')
}

export interface ServerRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A server of the studio with its key; checks every response against the contract. */
export class ServerClient {
  readonly secret: string
  readonly keyId: string
  readonly #url: string

  constructor(url: string, secret: string, keyId = '') {
    this.#url = url
    this.secret = secret
    this.keyId = keyId
  }

  static async open({ server, url }: TestServer, terms: Partial<ServerKeyTerms> = {}): Promise<ServerClient> {
    const { key, secret } = await createTestKey(server.context.store.db, terms)
    return new ServerClient(url, secret, key.id)
  }

  /** The same key at another server. */
  at({ url }: TestServer): ServerClient {
    return new ServerClient(url, this.secret, this.keyId)
  }

  send(name: ServerCallName, { params = {}, query = {}, body, headers = {} }: ServerRequest = {}): Promise<Response> {
    const [method = '', path = ''] = name.split(' ')
    const filled = path.replaceAll(/:(\w+)/g, (_, part: string) => params[part] ?? part)
    return fetch(`${this.#url}/api/server/v1${filled}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: {
        ...(this.secret === '' ? {} : { authorization: `Bearer ${this.secret}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  async call<Name extends ServerCallName>(name: Name, request?: ServerRequest): Promise<ServerResponse<Name>> {
    const response = await this.send(name, request)
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return serverCalls[name].response.parse(JSON.parse(text)) as ServerResponse<Name>
  }

  /** @returns the error's params */
  async refused(code: ErrorCode, name: ServerCallName, request?: ServerRequest): Promise<object> {
    const error = await errorBodyOf(await this.send(name, request))
    assert.equal(error.code, code)
    return error.params
  }

  /** Posts a transaction; `kind` is a quest drop. */
  post(
    steamId: string,
    id: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ServerResponse<typeof PUT>> {
    return this.call(PUT, transactionRequest(steamId, id, body, headers))
  }
}

export const PUT = 'PUT /players/:steam_id/transactions/:transaction_id'

export function transactionRequest(
  steamId: string,
  id: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): ServerRequest {
  const params = { steam_id: steamId, transaction_id: id }
  return { params, body: { kind: 'quest_drop', ...body }, headers }
}
