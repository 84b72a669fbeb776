import type { DueSubject, Trade, TradeMissing } from '@clutch/economy'
import { jsonCell, overRows } from '../../store/statement.ts'
import type { AreaRows } from '../../writer/area.ts'
import { itemsCell } from '../jobs/stored-items.ts'
import { confirmationCode, statusCode } from './codes.ts'

/**
 * Rows of trades that a batch writes: the last state of each, in the order of first change, so that an ended trade is
 * written before the next one of its pair.
 */
export function collectTradeRows(): AreaRows {
  const trades = new Map<string, Trade>()
  let createdCount = 0
  return {
    on: {
      trade_created({ trade }) {
        createdCount += 1
        trades.set(trade.id, trade)
      },
      trade_changed: ({ trade }) => void trades.set(trade.id, trade),
    },
    addedSize: () => createdCount,
    dueSubjects: () => Array.from(trades.values(), ({ id }): DueSubject => ({ kind: 'trade', id })),
    statements: () => [
      overRows(
        'upsert-trades',
        [...trades.values()],
        [
          ({ id }) => id,
          ({ sides }) => sides[0].userId,
          ({ sides }) => sides[1].userId,
          ({ sides, creatorId }) => String(sides[0].userId === creatorId),
          ({ status }) => statusCode(status),
          ({ revision }) => revision,
          ({ version }) => version,
          ({ sides }) => sides[0].offer.coins,
          ({ sides }) => sides[1].offer.coins,
          ({ sides }) => itemsCell(sides[0].offer.items),
          ({ sides }) => itemsCell(sides[1].offer.items),
          ({ sides }) => confirmationCode(sides[0].confirmation),
          ({ sides }) => confirmationCode(sides[1].confirmation),
          ({ sides }) => missingCell(sides[0].missing),
          ({ sides }) => missingCell(sides[1].missing),
          ({ createdAtMs }) => createdAtMs,
          ({ expiresAtMs }) => expiresAtMs,
          ({ endedAtMs }) => endedAtMs,
        ],
        `insert into trade (trade_id, user_1, user_2, is_by_1, status, revision, version, coins_1, coins_2, items_1, items_2,
          confirmation_1, confirmation_2, missing_1, missing_2, created_at_ms, expires_at_ms, ended_at_ms)
        select trade_id, user_1, user_2, is_by_1, status, revision, version, coins_1, coins_2, items_1::json, items_2::json,
          confirmation_1, confirmation_2, missing_1::json, missing_2::json, created_at_ms, expires_at_ms, ended_at_ms
        from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::smallint[], $6::integer[], $7::integer[],
          $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::smallint[], $13::smallint[], $14::text[],
          $15::text[], $16::bigint[], $17::bigint[], $18::bigint[])
        as row (trade_id, user_1, user_2, is_by_1, status, revision, version, coins_1, coins_2, items_1, items_2,
          confirmation_1, confirmation_2, missing_1, missing_2, created_at_ms, expires_at_ms, ended_at_ms)
        on conflict (trade_id) do update set status = excluded.status, revision = excluded.revision,
          version = excluded.version,
          coins_1 = excluded.coins_1, coins_2 = excluded.coins_2, items_1 = excluded.items_1,
          items_2 = excluded.items_2, confirmation_1 = excluded.confirmation_1,
          confirmation_2 = excluded.confirmation_2, missing_1 = excluded.missing_1, missing_2 = excluded.missing_2,
          ended_at_ms = excluded.ended_at_ms`,
      ),
    ],
  }
}

function missingCell(missing: readonly TradeMissing[]): string {
  return jsonCell(missing.map(({ asset, count }) => [asset, count]))
}
