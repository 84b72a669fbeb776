declare module './database.ts' {
  interface Database {
    server_secret: ServerSecretTable
    session: SessionTable
    used_once: UsedOnceTable
  }
}

export interface ServerSecretTable {
  name: string
  secret: string
}

/** One sign-in and its family of refresh tokens: only the newest is good. */
interface SessionTable {
  session_id: string
  user_id: string
  token_hash: string
  previous_hash: string | null
  rotated_at_ms: number
  expires_at_ms: number
  ended_at_ms: number | null
  /** What browser it came from; empty when that is not known. */
  device: string
}

/** Tickets and nonces that were seen and may not come again. */
interface UsedOnceTable {
  kind: string
  hash: string
  used_at_ms: number
}
