import type { SeedRotated, Seat, Spun, UserId } from '@clutch/economy'
import { overRows, quote, type MaybeStatement } from '../../store/statement.ts'
import type { AreaRows } from '../../writer/area.ts'

/** Rows of the wheel that a batch writes: seats, spins and revealed seeds. */
export function collectRouletteRows(): AreaRows {
  const seats = new Map<UserId, Seat>()
  const spun: Spun[] = []
  const rotated: SeedRotated[] = []
  return {
    on: {
      spun(event) {
        seats.set(event.userId, event.seat)
        spun.push(event)
      },
      seed_rotated(event) {
        seats.set(event.userId, event.seat)
        rotated.push(event)
      },
    },
    statements: () => [upsertSeats([...seats]), insertSpins(spun), insertSeeds(rotated)],
  }
}

function upsertSeats(seats: readonly (readonly [UserId, Seat])[]): MaybeStatement {
  return overRows(
    'upsert-roulette-seats',
    seats,
    [
      ([userId]) => userId,
      ([, { seedIndex }]) => seedIndex,
      ([, { clientSeed }]) => quote(clientSeed),
      ([, { nonce }]) => nonce,
    ],
    `insert into roulette_seat (user_id, seed_index, client_seed, nonce)
    select * from unnest($1::uuid[], $2::integer[], $3::text[], $4::bigint[])
    on conflict (user_id) do update set seed_index = excluded.seed_index, client_seed = excluded.client_seed,
      nonce = excluded.nonce`,
  )
}

function insertSpins(spun: readonly Spun[]): MaybeStatement {
  const rows = spun.flatMap(({ spins, ...common }) => spins.map((spin) => ({ ...common, ...spin })))
  return overRows(
    'insert-roulette-spins',
    rows,
    [
      ({ id }) => id,
      ({ userId }) => userId,
      ({ operationId }) => operationId,
      ({ seat }) => seat.seedIndex,
      ({ seat }) => quote(seat.clientSeed),
      ({ nonce }) => nonce,
      ({ roll }) => roll,
      ({ prizeIndex }) => prizeIndex,
      ({ tableHash }) => tableHash,
    ],
    `insert into roulette_spin (spin_id, user_id, operation_id, seed_index, client_seed, nonce, roll, prize_index, table_hash)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::text[], $6::bigint[], $7::bigint[],
      $8::integer[], $9::text[])`,
  )
}

function insertSeeds(rotated: readonly SeedRotated[]): MaybeStatement {
  return overRows(
    'insert-roulette-seeds',
    rotated,
    [
      ({ userId }) => userId,
      ({ ended }) => ended.seedIndex,
      ({ ended }) => quote(ended.clientSeed),
      ({ ended }) => ended.nonce,
      ({ atMs }) => atMs,
    ],
    `insert into roulette_seed (user_id, seed_index, client_seed, spins, revealed_at_ms)
    select * from unnest($1::uuid[], $2::integer[], $3::text[], $4::bigint[], $5::bigint[])`,
  )
}
