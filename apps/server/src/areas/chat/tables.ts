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

/** One row, locked by whoever writes messages: ids rise in the order of the commits, on any number of servers. */
interface ChatStateTable {
  id: number
  last_message_id: number
}

/** One row, kept by triggers. */
interface ChatFactsTable {
  id: number
  /** Rises with everything but messages that bears on what may be sent: names, roles, blocks, time-outs, slow modes. */
  revision: number
}

export interface ChatMessageTable {
  message_id: number
  channel_id: string
  sender_id: string
  /** Stays when the message is deleted, and is shown to nobody then. */
  text: string
  sent_at_ms: number
  /** Null while it stands. */
  deleted_by: DeletedByCode | null
}

/** 1: its sender, 2: a moderator. */
export type DeletedByCode = 1 | 2

interface ChatReadMarkTable {
  user_id: string
  channel_id: string
  message_id: number
}

/** Slow modes that moderators have set, over the pack's. */
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
  /** Rows of messages as they stood. */
  context: unknown
  settled_at_ms: number | null
}
