import { createInProcessBus } from './bus.ts'
import { inOrder, type OrderedBus } from './in-order.ts'
import { PostgresBus } from './postgres-bus.ts'

/** Opens the bus shared by all servers on the same PostgreSQL; with the embedded database, an in-process bus. */
export async function openBus(
  databaseUrl: string | undefined,
  onError: (error: unknown) => void,
): Promise<{ readonly bus: OrderedBus; readonly close: () => Promise<void> }> {
  const local = createInProcessBus(onError)
  if (databaseUrl === undefined) return { bus: inOrder(local, onError), close: () => Promise.resolve() }
  const shared = await PostgresBus.open({ databaseUrl, local, onError })
  return { bus: inOrder(shared, onError), close: () => shared.close() }
}
