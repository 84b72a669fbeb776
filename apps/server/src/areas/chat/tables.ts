declare module '../../store/database.ts' {
  interface Database {
    chat_state: ChatStateTable
    chat_facts: ChatFactsTable
    chat_message: ChatMessageTable
    chat_read_mark: ChatReadMarkTable
    chat_slow_mode: ChatSlowModeTable
    chat_time_out: ChatTimeOutTable
    chat_report: ChatReportTable
  }
}

/** One row, locked while messages are written, so that ids rise in commit order on any number of servers. */
interface ChatStateTable {
  id: number
  last_message_id: number
}

/** One row, maintained by triggers. */
interface ChatFactsTable {
  id: number
  /** Rises with each change of names, roles, blocks, time-outs and slow modes, which affect what may be sent. */
  revision: number
}

export interface ChatMessageTable {
  message_id: number
  channel_id: string
  sender_id: string
  /** Retained after deletion, but not shown. */
  text: string
  sent_at_ms: number
  /** Null unless deleted. */
  deleted_by: DeletedByCode | null
}

/** 1: deleted by its sender, 2: by a moderator. */
export type DeletedByCode = 1 | 2

interface ChatReadMarkTable {
  user_id: string
  channel_id: string
  message_id: number
}

/** Slow modes set by moderators, overriding the pack. */
interface ChatSlowModeTable {
  channel_id: string
  slow_mode_sec: number
}

interface ChatTimeOutTable {
  user_id: string
  until_ms: number
  reason: string
}

interface ChatReportTable {
  report_id: string
  message_id: number
  reporter_id: string
  reason: string
  reported_at_ms: number
  /** Snapshot of the surrounding messages. */
  context: unknown
  settled_at_ms: number | null
}
