import { createInProcessBus } from './bus.ts'
import { inOrder, type OrderedBus } from './in-order.ts'
import { PostgresBus } from './postgres-bus.ts'

/** The bus of this server and of all others on the same PostgreSQL; on PGlite there are no others. */
export async function openBus(
  databaseUrl: string | undefined,
  onError: (error: unknown) => void,
): Promise<{ readonly bus: OrderedBus; readonly close: () => Promise<void> }> {
  const local = createInProcessBus(onError)
  if (databaseUrl === undefined) return { bus: inOrder(local, onError), close: () => Promise.resolve() }
  const shared = await PostgresBus.open({ databaseUrl, local, onError })
  return { bus: inOrder(shared, onError), close: () => shared.close() }
}
