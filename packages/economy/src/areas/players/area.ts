import type { Area } from '../../core/area.ts'
import { AwaitedPlayers, decideClaimStarterPack } from './awaited-players.ts'
import { decideConsume } from './decide-consume.ts'
import { decideGrant, decideRegisterPlayer } from './decide-grant.ts'

declare module '../../core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly starter_pack: OperationKindRow
    readonly customer_support: OperationKindRow
    readonly quest_drop: OperationKindRow
  }
}

/** Players: registration, and grants to them. */
export const players = {
  name: 'players',
  commands: {
    consume: { decide: decideConsume },
    grant: { decide: decideGrant },
    register_player: { decide: decideRegisterPlayer },
    claim_starter_pack: {
      decide: decideClaimStarterPack,
      needs: (_world, { userId }) => ({ users: [userId], entities: [{ kind: 'awaited_player', id: userId }] }),
    },
  },
  operationKinds: {
    starter_pack: { code: 1, from: ['world', 'free'], to: ['free', 'world'] },
    customer_support: { code: 2, from: ['world', 'free'], to: ['free', 'world'] },
    quest_drop: { code: 3, from: ['world', 'free'], to: ['free', 'world'] },
  },
  // Stored only: the world has accounts, not identities.
  apply: {
    player_registered: () => undefined,
    player_awaited: (world, { userId, isAwaited }) => world.awaitedPlayers.set(userId, isAwaited),
  },
  createWorldParts: () => ({ awaitedPlayers: new AwaitedPlayers() }),
  entities: {
    awaited_player: {
      has: (world, id) => world.awaitedPlayers.isLoaded(id),
      drop: (world, id) => world.awaitedPlayers.drop(id),
      size: () => 1,
    },
  },
} as const satisfies Area
