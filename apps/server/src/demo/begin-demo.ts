import type { WriterConnection } from '../store/writer-connection.ts'
import { keepLease } from '../writer/lease.ts'

const WORLD_TABLES =
  'player, balance, operation, operation_item, lot, item_total, price_bucket, last_trade, watched_item, price_alert, notification, notification_mark, job, job_history, harvest_setting, harvest_group, harvest_experience, energised, friendship, social_invite_times, trade, player_name_part, command_outcome, outbox, due_work, task, portfolio_day, demo_state'

/** Nobody was served before the history is complete, so what a dead run left behind is nobody's. */
export function beginDemo(connection: WriterConnection, seed: string, epoch: number): Promise<void> {
  return connection.commit([
    { name: 'clear-world', text: `truncate ${WORLD_TABLES}`, values: [] },
    {
      name: 'begin-demo',
      text: 'insert into demo_state (id, seed, is_complete) values (1, $1, false)',
      values: [seed],
    },
    keepLease(epoch, 0),
  ])
}
