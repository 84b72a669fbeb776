import {
  asAssetId,
  asUserId,
  partsOfServerTransaction,
  serverTransactionId,
  type ServerTransaction,
  type ServerTransactionId,
  type ServerTransactionPosted,
  type ServerTransactionResult,
} from '@clutch/economy'
import { SECOND_MS } from '@clutch/contract/formats'
import type { ServerArea } from '../../area.ts'
import { jsonCell, overRows, quote } from '../../store/statement.ts'
import type { AreaRows, EntityLoader } from '../../writer/area.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    post_server_transaction: { replayed: boolean; result: ServerTransactionResult }
  }
}
declare module '../../store/database.ts' {
  interface Database {
    server_transaction: ServerTransactionTable
    server_key_grant: ServerKeyGrantTable
  }
}

export interface ServerTransactionTable {
  key_id: string
  /** The caller's own id, unique for ever. */
  transaction_id: string
  user_id: string
  request_hash: string
  /** A `ServerTransactionResult`. */
  result: unknown
  at_ms: number
}

interface ServerKeyGrantTable {
  key_id: string
  /** Days since 1970, UTC. */
  day: number
  asset: number
  granted: number
}

/** Transactions of the game's servers, and what their keys granted per day (integration §2). */
export const serverTransactionsArea = {
  name: 'server-transactions',
  entities: { server_transaction: loadTransactions(), server_key: loadKeys() },
  rows: collectTransactions,
  responses: {
    post_server_transaction: ({ keyId, transactionId }, events, world) => {
      const posted = world.serverTransactions.transactions.get(serverTransactionId(keyId, transactionId))
      if (posted === undefined) throw new Error(`Transaction ${transactionId} was not recorded`)
      return { replayed: events.length === 0, result: posted.result }
    },
  },
  rejections: {
    version_mismatch: ({ code, version }) => ({ code, params: { version } }),
    ceiling_reached: ({ code, resetsAtMs }) => ({ code, params: { resets_at: Math.floor(resetsAtMs / SECOND_MS) } }),
    item_opens: ({ itemId }) => ({
      code: 'invalid_input',
      params: { detail: `items: ${itemId} opens when it is given and cannot be taken` },
    }),
  },
} satisfies ServerArea

function loadTransactions(): EntityLoader<ServerTransactionId> {
  return {
    statements: (ids) => {
      const parts = ids.map(partsOfServerTransaction)
      return [
        {
          name: 'select-server-transactions',
          text: `select past.key_id, past.transaction_id, past.user_id, past.request_hash, past.result
            from unnest($1::uuid[], $2::text[]) as wanted (key_id, transaction_id)
            join server_transaction as past
            on past.key_id = wanted.key_id and past.transaction_id = wanted.transaction_id`,
          values: [parts.map(({ keyId }) => keyId), parts.map(({ transactionId }) => transactionId)],
          // Otherwise a plan cached while the table was empty would scan it once it is large.
          isReplanned: true,
        },
      ]
    },
    add(world, ids, [rows = []]) {
      const { transactions } = world.serverTransactions
      for (const id of ids) transactions.set(id, undefined)
      for (const row of rows as readonly unknown[] as readonly ServerTransactionTable[]) {
        transactions.set(serverTransactionId(row.key_id, row.transaction_id), toTransaction(row))
      }
    },
  }
}

/** Loads the last day of each key; older days are history. */
function loadKeys(): EntityLoader<string> {
  return {
    statements: (ids) => [
      {
        name: 'select-server-key-grants',
        text: `select granted.key_id, granted.day, asset, granted from unnest($1::uuid[]) as key (key_id)
          cross join lateral (
            select max(day) as day from server_key_grant as any_day where any_day.key_id = key.key_id
          ) as last
          join server_key_grant as granted on granted.key_id = key.key_id and granted.day = last.day`,
        values: [ids],
      },
    ],
    add(world, ids, [rows = []]) {
      const { keys } = world.serverTransactions
      for (const id of ids) keys.set(id, undefined)
      const byKey = Map.groupBy(rows as readonly unknown[] as readonly ServerKeyGrantTable[], (row) => row.key_id)
      for (const [keyId, grants] of byKey) {
        const day = grants[0]?.day ?? 0
        keys.set(keyId, { day, granted: new Map(grants.map(({ asset, granted }) => [asAssetId(asset), granted])) })
      }
    },
  }
}

function toTransaction({ user_id, request_hash, result }: ServerTransactionTable): ServerTransaction {
  return { userId: asUserId(user_id), requestHash: request_hash, result: result as ServerTransactionResult }
}

interface KeyGrant {
  readonly keyId: string
  readonly day: number
  readonly asset: number
  readonly granted: number
}

function collectTransactions(): AreaRows {
  const posted: ServerTransactionPosted[] = []
  const grants = new Map<string, KeyGrant>()
  return {
    on: {
      server_transaction_posted: (event) => {
        posted.push(event)
        const { keyId, day } = event
        for (const [asset, granted] of event.granted) {
          grants.set(`${keyId}/${day}/${asset}`, { keyId, day, asset, granted })
        }
      },
    },
    statements: () => [
      overRows(
        'insert-server-transactions',
        posted,
        [
          ({ keyId }) => keyId,
          ({ id }) => quote(partsOfServerTransaction(id).transactionId),
          ({ userId }) => userId,
          ({ requestHash }) => quote(requestHash),
          ({ result }) => jsonCell(result),
          ({ atMs }) => atMs,
        ],
        `insert into server_transaction (key_id, transaction_id, user_id, request_hash, result, at_ms)
        select key_id, transaction_id, user_id, request_hash, result::json, at_ms
        from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::bigint[])
        as row (key_id, transaction_id, user_id, request_hash, result, at_ms)`,
      ),
      overRows(
        'upsert-server-key-grants',
        [...grants.values()],
        [({ keyId }) => keyId, ({ day }) => day, ({ asset }) => asset, ({ granted }) => granted],
        `insert into server_key_grant (key_id, day, asset, granted)
        select * from unnest($1::uuid[], $2::integer[], $3::integer[], $4::bigint[])
        on conflict (key_id, day, asset) do update set granted = excluded.granted`,
      ),
    ],
  }
}
