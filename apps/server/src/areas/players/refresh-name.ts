import type { PlayerRegistered } from '@clutch/economy'
import * as z from 'zod'
import type { Config } from '../../config.ts'
import { readPersonaName } from '../../platform/web-api.ts'
import type { Store } from '../../store/store.ts'
import type { NewTask, TaskHandlers } from '../../tasks/tasks.ts'
import { cleanName } from '../auth/clean-name.ts'
import { renamePlayer } from './name-parts.ts'

const KIND = 'refresh_player_name'
const payload = z.object({ user_id: z.uuid(), steam_id: z.string() })

/**
 * Asks the platform for a player's name once the registration is durable: a platform that was too slow, or away, while
 * somebody signed in for the first time does not leave a made-up name for good.
 */
export function nameTask({ userId, steamId, atMs }: PlayerRegistered): NewTask {
  return { kind: KIND, payload: { user_id: userId, steam_id: steamId }, dueAtMs: atMs }
}

export function playerTasks(config: Config, store: Store): TaskHandlers {
  return {
    async [KIND](given) {
      const { user_id, steam_id } = payload.parse(given)
      const persona = await readPersonaName(config.platform, steam_id)
      if (persona === undefined) throw new Error('The platform does not tell the name')
      const name = cleanName(persona)
      if (name === '') return
      await renamePlayer(store.db, { userId: user_id, name })
    },
  }
}
