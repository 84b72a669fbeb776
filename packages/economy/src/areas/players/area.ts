import type { Area } from '../../core/area.ts'
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
  },
  operationKinds: {
    starter_pack: { code: 1, from: ['world'], to: ['free'] },
    customer_support: { code: 2, from: ['world', 'free'], to: ['free', 'world'] },
    quest_drop: { code: 3, from: ['world'], to: ['free'] },
  },
  // Stored only: the world has accounts, not identities.
  apply: { player_registered: () => undefined },
} as const satisfies Area
