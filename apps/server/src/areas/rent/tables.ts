declare module '../../store/database.ts' {
  interface Database {
    rent_pool: RentPoolTable
    rental: RentalTable
  }
}

/** Numerics are read as text because they are unbounded. */
export interface RentPoolTable {
  item_id: number
  pool_per_day: number
  salary_max: number
  units: number
  last_sec: number
  acc: string
  rem: string
  accrued: string
  paid: string
}

export interface RentalTable {
  user_id: string
  item_id: number
  units: number
  snap: string
  owed: string
}
