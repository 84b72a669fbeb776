declare module '../../store/database.ts' {
  interface Database {
    referral: ReferralTable
  }
}

/** A player who came by another one's link. */
export interface ReferralTable {
  user_id: string
  referrer_id: string
  began_at_ms: number
  /** When the rewards fell due; null until the player has traded. */
  earned_at_ms: number | null
  newcomer_rewarded: boolean
  referrer_rewarded: boolean
}
