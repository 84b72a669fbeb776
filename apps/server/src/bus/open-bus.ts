import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { credsAuthenticator, type ConnectionOptions } from '@nats-io/transport-node'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { readSecret } from '../auth/server-secrets.ts'
import type { NatsConfig } from '../config.ts'
import type { Database } from '../store/database.ts'
import { createInProcessBus } from './bus.ts'
import { inOrder, type OrderedBus } from './in-order.ts'
import { NatsBus } from './nats-bus.ts'

const WORLD_LENGTH = 16

export interface OpenBusOptions {
  readonly db: Kysely<Database>
  /** Undefined for a server without others. */
  readonly nats: NatsConfig | undefined
  readonly log: Logger
  readonly onError: (error: unknown) => void
}

export interface OpenBus {
  readonly bus: OrderedBus
  /** Undefined without other servers. */
  readonly nats: NatsBus | undefined
  readonly close: () => Promise<void>
}

/** Opens the bus shared by all servers of a database over NATS; without NATS, an in-process bus. */
export async function openBus({ db, nats, log, onError }: OpenBusOptions): Promise<OpenBus> {
  const local = createInProcessBus(onError)
  if (nats === undefined) return { bus: inOrder(local, onError), nats, close: () => Promise.resolve() }
  // Recorded in the database, so that its servers agree whatever address they reach it by.
  const world = hash('sha256', await readSecret(db, 'bus'), 'hex').slice(0, WORLD_LENGTH)
  const shared = await NatsBus.open({ connection: connectionOptions(nats), world, local, log })
  return { bus: inOrder(shared, onError), nats: shared, close: () => shared.close() }
}

function connectionOptions({ servers, user, password, token, credsFile, isEncrypted }: NatsConfig): ConnectionOptions {
  return {
    servers: [...servers],
    ...(isEncrypted ? { tls: {} } : {}),
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { pass: password }),
    ...(token === undefined ? {} : { token }),
    ...(credsFile === undefined ? {} : { authenticator: credsAuthenticator(readFileSync(credsFile)) }),
  }
}
