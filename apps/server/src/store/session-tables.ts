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

/** One sign-in and its family of refresh tokens: the newest is good, and the one before it until the newest is used. */
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

/** Tickets, nonces and handed-over sessions that were used. Only their first user may repeat them, for a while. */
interface UsedOnceTable {
  kind: string
  hash: string
  used_at_ms: number
  /** Whose proof it is: a Steam id, or a user's id. */
  subject: string
  /** A hash of what a repeat has to bring as well. */
  bearer: string
  /** The session that it opened. */
  session_id: string | null
}
