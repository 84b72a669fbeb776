declare module '../store/database.ts' {
  interface Database {
    asset_total: AssetTotalTable
    economy_freeze: EconomyFreezeTable
  }
}

/** What all accounts of an asset have together: 0, unless a balance was changed behind the ledger's back. */
export interface AssetTotalTable {
  asset: number
  total: string
}

/** One row while the economy is frozen, none otherwise. */
export interface EconomyFreezeTable {
  id: number
  since_ms: number
  findings: unknown
}
