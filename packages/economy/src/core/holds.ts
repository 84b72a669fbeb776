import type { Amount, AssetId, UserId } from './numbers.ts'
import type { World } from './world.ts'

/** The ids of whatever may hold assets of a player, by kind; areas add theirs. */
export interface HoldOwnerIds {}

export type HoldOwnerKind = keyof HoldOwnerIds

/** An amount that a lot, a job or the like keeps on hold. */
export interface HeldAmount {
  readonly userId: UserId
  readonly asset: AssetId
  readonly amount: Amount
}

/** What every owner of one kind says it holds. */
export interface HoldSource<OwnerId> {
  readonly list: (world: World) => Iterable<HeldAmount & { readonly ownerId: OwnerId }>
}

export type HoldTable = { readonly [Kind in HoldOwnerKind]?: HoldSource<HoldOwnerIds[Kind]> }

/** A hold and whose it is. */
export interface Hold extends HeldAmount {
  readonly ownerKind: HoldOwnerKind
  readonly ownerId: HoldOwnerIds[HoldOwnerKind]
}

/** Every hold of a world that is loaded whole, kind by kind. */
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
