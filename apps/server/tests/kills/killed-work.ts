import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import type { LoadServer } from '../support/load-server.ts'

const UNAVAILABLE = 503
const RETRY_MS = 100

/** Work that servers are killed in the middle of. Requests to a server that is gone throw a `TypeError`. */
export interface KilledWork {
  /** Prepares the store for the next life of a server, which will be killed in this work. */
  prepare?(store: Store): Promise<void>
  /** Completes what kills have interrupted. */
  recover(server: LoadServer): Promise<void>
  /**
   * Begins work and returns at the moment to kill the server.
   * @param recovered when everything that earlier kills interrupted is complete
   */
  provoke(server: LoadServer, recovered: Promise<unknown>): Promise<void>
  /** After the kill in this work, with the store that it left. */
  afterKill?(store: Store): Promise<void>
  /** Expects that everything happened exactly once. */
  check(store: Store): Promise<void>
}

/** Requests of one player. */
export interface PlayerRequest {
  readonly path: string
  readonly body?: object
}

/** @throws when the server is gone */
export function request({ url }: LoadServer, token = '', { path, body }: PlayerRequest): Promise<Response> {
  return whileUnavailable(() =>
    fetch(`${url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
}

/** Makes a call of the operator, which must succeed. */
export async function ask<Answer>(server: LoadServer, path: string, body: object): Promise<Answer> {
  const response = await request(server, server.tokens[0], { path, body })
  expect({ path, status: response.status, answer: await response.clone().text() }).toMatchObject({ status: 200 })
  return (await response.json()) as Answer
}

/** Repeats a request until the server can decide it, which on a busy machine it cannot always at once. */
export async function whileUnavailable(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await send()
    if (response.status !== UNAVAILABLE) return response
    await response.arrayBuffer()
    await wait(RETRY_MS)
  }
}
