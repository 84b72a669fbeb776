declare module '../../store/database.ts' {
  interface Database {
    roulette_seat: RouletteSeatTable
    roulette_spin: RouletteSpinTable
    roulette_seed: RouletteSeedTable
    roulette_table: RouletteTableTable
  }
}

/** Where a player sits; one without a row has never spun nor chosen a client seed. */
export interface RouletteSeatTable {
  user_id: string
  seed_index: number
  client_seed: string
  nonce: number
}

/** A spin for ever. Its time is in its uuid. */
export interface RouletteSpinTable {
  spin_id: string
  user_id: string
  operation_id: string
  seed_index: number
  client_seed: string
  nonce: number
  roll: number
  prize_index: number
  table_hash: string
}

/** Seeds that were revealed: players can draw with them what was drawn. The seed itself follows from its number. */
interface RouletteSeedTable {
  user_id: string
  seed_index: number
  client_seed: string
  spins: number
  revealed_at_ms: number
}

/** Every prize table that spins were drawn from. */
interface RouletteTableTable {
  table_hash: string
  /** As the contract has them. */
  prizes: unknown
}
