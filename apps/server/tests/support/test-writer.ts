import { sampleCatalogue } from '@clutch/economy/testing'
import pino from 'pino'
import { createInProcessBus } from '../../src/bus/bus.ts'
import { inOrder } from '../../src/bus/in-order.ts'
import type { EconomyMessage } from '../../src/bus/message.ts'
import { AREAS } from '../../src/server-areas.ts'
import type { Store } from '../../src/store/store.ts'
import { rngOfOperation } from '../../src/writer/chance.ts'
import { Writer, type WriterOptions } from '../../src/writer/writer.ts'

/** What an account has of an asset; undefined for one that never had any. */
export function readBalance(
  { db }: Pick<Store, 'db'>,
  userId: string,
  asset: number,
): Promise<{ readonly free: number; readonly held: number } | undefined> {
  return db
    .selectFrom('balance')
    .select(['free', 'held'])
    .where('user_id', '=', userId)
    .where('asset', '=', asset)
    .executeTakeFirst()
}

export interface TestWriter {
  readonly writer: Writer
  /** What it has published, in order and each message once, as listeners of a server receive it. */
  readonly messages: EconomyMessage[]
}

/** A writer of the sample game, with all areas and a bus of its own. */
export async function startTestWriter(
  options: Pick<WriterOptions, 'store'> & Partial<WriterOptions>,
): Promise<TestWriter> {
  const messages: EconomyMessage[] = []
  const bus = createInProcessBus(rethrow)
  inOrder(bus, rethrow).subscribe('economy', (message) => messages.push(message))
  const writer = await Writer.start({
    bus,
    catalogue: sampleCatalogue(),
    log: pino({ level: 'silent' }),
    cacheLimits: { accountsMax: 10_000, entitySizeMax: 10_000 },
    areas: AREAS,
    rngFor: (operationId) => rngOfOperation('test', operationId),
    ...options,
  })
  return { writer, messages }
}

function rethrow(error: unknown): never {
  throw error
}
