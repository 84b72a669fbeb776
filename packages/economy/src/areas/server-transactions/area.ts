import type { Area } from '../../core/area.ts'
import { decideServerTransaction } from './decide-transaction.ts'
import { serverTransactionId, ServerTransactions } from './server-transactions.ts'

/** Transactions of the game's server, each under its caller's own id (integration §2). */
export const serverTransactions = {
  name: 'server_transactions',
  commands: {
    post_server_transaction: {
      decide: decideServerTransaction,
      needs: (_world, { userId, keyId, transactionId }) => ({
        users: [userId],
        entities: [
          { kind: 'server_transaction', id: serverTransactionId(keyId, transactionId) },
          { kind: 'server_key', id: keyId },
        ],
      }),
    },
  },
  apply: { server_transaction_posted: (world, event) => world.serverTransactions.post(event) },
  createWorldParts: () => ({ serverTransactions: new ServerTransactions() }),
  entities: {
    server_transaction: {
      has: (world, id) => world.serverTransactions.transactions.has(id),
      drop: (world, id) => void world.serverTransactions.transactions.delete(id),
      size: () => 1,
    },
    server_key: {
      has: (world, id) => world.serverTransactions.keys.has(id),
      drop: (world, id) => void world.serverTransactions.keys.delete(id),
      size: () => 1,
    },
  },
} as const satisfies Area
