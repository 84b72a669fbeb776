import { toSecondsBy } from '@clutch/contract/formats'
import { succeed } from '@clutch/economy'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { Chat } from './chat.ts'
import { deleteMessage } from './delete-message.ts'
import { readHistory } from './history.ts'
import { readLog, readReports } from './moderation.ts'
import { moveReadMark } from './move-read-mark.ts'
import { reportMessage } from './report-message.ts'
import { sendMessage } from './send-message.ts'
import { setSlowMode } from './set-slow-mode.ts'
import { settleReport } from './settle-report.ts'
import { setTimeOut } from './set-time-out.ts'

/** Calls of the chat (rules §12). */
export function chatRoutes(chat: Chat): CallHandlers {
  const { db } = chat.context.store
  return {
    'GET /chat/channels': async ({ userId, query }) => succeed(await chat.listChannels(userId, query.lang)),
    'POST /chat/history': async ({ userId, body }) => {
      const channel = await chat.openChannel(userId, body.channel_id)
      if (!channel.ok) return channel
      return succeed(await readHistory(db, channel.value.id, body.before_id ?? undefined, userId))
    },
    'POST /chat/send': (input) => sendMessage(chat, input),
    'POST /chat/delete': (input) => deleteMessage(chat, input),
    'POST /chat/read': (input) => moveReadMark(chat, input),
    'POST /chat/report': (input) => reportMessage(chat, input),
    'POST /chat/reports': async ({ operator }) => succeed(await readReports(db, operator)),
    'POST /chat/settle-report': (input) => settleReport(chat, input),
    'POST /chat/time-out': async (input) => {
      const untilMs = await setTimeOut(chat, input)
      if (!untilMs.ok) return untilMs
      const { reason } = input.body
      const isOver = untilMs.value === 0
      return succeed({ time_out: isOver ? null : { until: toSecondsBy(untilMs.value), reason } })
    },
    'POST /chat/set-slow-mode': (input) => setSlowMode(chat, input),
    'POST /chat/log': async ({ operator, body }) => succeed(await readLog(db, operator, body.last_uuid || undefined)),
  }
}
