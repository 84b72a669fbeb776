declare module '../../store/database.ts' {
  interface Database {
    roulette_seat: RouletteSeatTable
    roulette_spin: RouletteSpinTable
    roulette_seed: RouletteSeedTable
    roulette_table: RouletteTableTable
  }
}

/** A player's seat. Players without a row have never spun nor chosen a client seed. */
export interface RouletteSeatTable {
  user_id: string
  seed_index: number
  client_seed: string
  nonce: number
}

/** A spin, kept forever. Its uuid carries the time. */
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

/** Revealed seeds, with which players can verify their spins. The seed is derived from its number. */
interface RouletteSeedTable {
  user_id: string
  seed_index: number
  client_seed: string
  spins: number
  revealed_at_ms: number
}

/** Every prize table in use so far. */
interface RouletteTableTable {
  table_hash: string
  /** In the contract's form. */
  prizes: unknown
}
