import { writeDemoHistory, type DemoHistoryOptions } from './demo-history.ts'
import './tables.ts'

/** Creates the demo world in an empty store; an incomplete one is recreated. */
export async function makeDemoWorld(options: Omit<DemoHistoryOptions, 'nowMs'>): Promise<void> {
  const { db } = options.store
  const state = await db.selectFrom('demo_state').select('is_complete').executeTakeFirst()
  if (state?.is_complete === true) return
  const player = await db.selectFrom('player').select('user_id').executeTakeFirst()
  if (state === undefined && player !== undefined) return
  await writeDemoHistory({ ...options, nowMs: Date.now() })
}
