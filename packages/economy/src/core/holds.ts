import type { Amount, AssetId, UserId } from './numbers.ts'
import type { World } from './world.ts'

/** Ids of everything that can hold a player's assets, by kind; areas add theirs. */
export interface HoldOwnerIds {}

export type HoldOwnerKind = keyof HoldOwnerIds

/** An amount on hold for a lot, a job or similar. */
export interface HeldAmount {
  readonly userId: UserId
  readonly asset: AssetId
  readonly amount: Amount
}

/** Lists the holds of all owners of one kind. */
export interface HoldSource<OwnerId> {
  readonly list: (world: World) => Iterable<HeldAmount & { readonly ownerId: OwnerId }>
}

export type HoldTable = { readonly [Kind in HoldOwnerKind]?: HoldSource<HoldOwnerIds[Kind]> }

/** A hold with its owner. */
export interface Hold extends HeldAmount {
  readonly ownerKind: HoldOwnerKind
  readonly ownerId: HoldOwnerIds[HoldOwnerKind]
}

/** Every hold of a fully loaded world, kind by kind. */
export function* listHolds(holds: HoldTable, world: World): Generator<Hold> {
  for (const ownerKind of kindsOf(holds)) {
    for (const hold of holds[ownerKind]?.list(world) ?? []) yield { ownerKind, ...hold }
  }
}

/** The kinds that a table has a row for. */
function kindsOf<Table extends HoldTable>(holds: Table): Extract<keyof Table, string>[] {
  const kinds: Extract<keyof Table, string>[] = []
  for (const kind in holds) kinds.push(kind)
  return kinds
}
