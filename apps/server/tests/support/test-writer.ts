import { sampleCatalogue } from '@clutch/economy/testing'
import pino from 'pino'
import { createInProcessBus } from '../../src/bus/bus.ts'
import { inOrder } from '../../src/bus/in-order.ts'
import type { EconomyMessage } from '../../src/bus/message.ts'
import { AREAS } from '../../src/server-areas.ts'
import type { Store } from '../../src/store/store.ts'
import { rngOfOperation } from '../../src/writer/chance.ts'
import { Writer, type WriterOptions } from '../../src/writer/writer.ts'

/** An account's balance of an asset; undefined if it never had any. */
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
  /** Published messages, in order and each once, as listeners of a server receive them. */
  readonly messages: EconomyMessage[]
}

/** Starts a writer of the sample game, with all areas and a separate bus. */
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
