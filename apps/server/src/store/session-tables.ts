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

/** A session and its family of refresh tokens. Valid are the newest and, until that is used, its predecessor. */
interface SessionTable {
  session_id: string
  user_id: string
  token_hash: string
  previous_hash: string | null
  rotated_at_ms: number
  expires_at_ms: number
  ended_at_ms: number | null
  /** Name of the browser; empty when unknown. */
  device: string
}

/** Used tickets, nonces and handed-over sessions. Only their first user can repeat them, for a limited time. */
interface UsedOnceTable {
  kind: string
  hash: string
  used_at_ms: number
  /** Subject of the proof: a Steam id or user id. */
  subject: string
  /** Hash of the secret that a repeat must present. */
  bearer: string
  /** The session opened by the proof. */
  session_id: string | null
}
