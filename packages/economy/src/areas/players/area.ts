import type { Area } from '../../core/area.ts'
import { decideConsume } from './decide-consume.ts'
import { decideGrant, decideRegisterPlayer } from './decide-grant.ts'

/** Players: how they begin, and what is granted to them. */
export const players = {
  name: 'players',
  commands: {
    consume: { decide: decideConsume },
    grant: { decide: decideGrant },
    register_player: { decide: decideRegisterPlayer },
  },
  // Kept in the store: the world knows accounts, not who they are.
  apply: { player_registered: () => undefined },
} as const satisfies Area
