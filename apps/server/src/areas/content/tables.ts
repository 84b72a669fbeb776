declare module '../../store/database.ts' {
  interface Database {
    content_pack: ContentPackTable
    content_version: ContentVersionTable
  }
}

/** Packs as their folders were when they were loaded: a restart and other servers need no folder. */
interface ContentPackTable {
  digest: string
  /** What each file says, by its path inside the folder. */
  files: unknown
  stored_at_ms: number
}

/** The contents that this world has had; the one with the highest number is played. */
export interface ContentVersionTable {
  version: number
  digest: string
  /** Whether a start brought it, and not an operator at the console. */
  is_start: boolean
  /** The setting CONTENT_DIR when it was loaded. */
  own_folder: string
  loaded_at_ms: number
}
