declare module '../../store/database.ts' {
  interface Database {
    news_entry: NewsEntryTable
  }
}

/** An announcement or a changelog entry of an operator. */
interface NewsEntryTable {
  entry_id: string
  /** Rises with every change. */
  version: number
  kind: string
  /** Where it stands: no two entries that are not withdrawn have the same kind and key. */
  key: string
  content: unknown
  visible_from_ms: number
  visible_until_ms: number | null
  is_withdrawn: boolean
  edited_by: string
  edited_at_ms: number
}
