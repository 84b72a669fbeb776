declare module '../../store/database.ts' {
  interface Database {
    content_pack: ContentPackTable
    content_picture: ContentPictureTable
    content_version: ContentVersionTable
  }
}

/** Files of loaded packs, so that restarts and other servers do not need the folder. */
interface ContentPackTable {
  digest: string
  /** File contents by path inside the folder. */
  files: unknown
  stored_at_ms: number
}

/** Pictures of stored packs. */
interface ContentPictureTable {
  /** SHA-256 of the bytes in base64url. */
  digest: string
  bytes: Uint8Array
}

/** Content versions of this world; the highest number is active. */
export interface ContentVersionTable {
  version: number
  digest: string
  /** True if loaded from CONTENT_DIR at a start, false if by an operator at the console. */
  is_start: boolean
  /** The value of CONTENT_DIR at that time. */
  own_folder: string
  loaded_at_ms: number
}
