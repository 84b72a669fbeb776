import type { Area } from '../src/core/area.ts'
import { freeOf, heldOf } from '../src/core/ledger/accounts.ts'
import { LedgerDraft } from '../src/core/ledger/ledger.ts'
import { asItemId, asOperationId, asQuantity, type Brand, type UserId } from '../src/core/numbers.ts'
import { fail, succeed } from '../src/core/result.ts'
import type { World } from '../src/core/world.ts'

export type HiveId = Brand<string, 'HiveId'>

export const asHiveId = (value: string): HiveId => value as HiveId

export const BEES = asItemId(1)
export const DAY_MS = 86_400_000

/** A hive belongs to nobody: it holds bees that a player lent to it, and fills by itself. */
export interface Hive {
  readonly id: HiveId
  readonly keeperId: UserId
  readonly bees: number
  honey: number
  nextMs: number
}

declare module '../src/core/command.ts' {
  interface Commands {
    readonly lend_bees: LendBees
    readonly name_hive: { readonly type: 'name_hive'; readonly userId: UserId; readonly hiveId: HiveId }
  }
}
declare module '../src/core/event.ts' {
  interface Events {
    readonly bees_lent: { readonly type: 'bees_lent'; readonly hive: Hive }
    readonly hive_filled: { readonly type: 'hive_filled'; readonly hiveId: HiveId; readonly atMs: number }
    readonly honey_spread: { readonly type: 'honey_spread'; readonly userId: UserId; readonly atMs: number }
  }
}
declare module '../src/core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly bees_lent: OperationKindRow
  }
}
declare module '../src/core/rejection.ts' {
  interface Rejections {
    readonly hive_taken: { readonly code: 'hive_taken'; readonly hiveId: HiveId }
  }
}
declare module '../src/core/world.ts' {
  interface WorldParts {
    readonly hives: Map<HiveId, Hive>
  }
  interface AccountParts {
    /** Moments at which something followed from a change of stock. */
    readonly spreads: number[]
  }
  interface EntityIds {
    readonly hive: HiveId
  }
}
declare module '../src/core/holds.ts' {
  interface HoldOwnerIds {
    readonly hive: HiveId
  }
}
declare module '../src/core/due.ts' {
  interface DueSubjectIds {
    readonly hive: HiveId
  }
}

export interface LendBees {
  readonly type: 'lend_bees'
  readonly userId: UserId
  readonly hiveId: HiveId
  readonly count: number
}

/** A small area that uses everything an area can describe, with due work of something that is no player. */
export const beehives = {
  name: 'beehives',
  commands: {
    lend_bees: {
      decide: (world, { userId, hiveId, count }, context) => {
        if (world.hives.has(hiveId)) return fail({ code: 'hive_taken', hiveId })
        const draft = new LedgerDraft(world, context)
        const bees = asQuantity(count)
        const posted = draft.post(
          [{ id: asOperationId(context.newId()), userId, kind: 'bees_lent', causeId: hiveId }],
          [{ from: freeOf(userId), to: heldOf(userId), asset: BEES, amount: bees }],
        )
        if (!posted.ok) return posted
        const hive = { id: hiveId, keeperId: userId, bees: count, honey: 0, nextMs: context.nowMs + DAY_MS }
        return succeed([...draft.toEvents(), { type: 'bees_lent', hive }])
      },
      needs: (_world, { userId, hiveId }) => ({
        users: [userId],
        entities: [{ kind: 'hive', id: hiveId }],
        due: [{ kind: 'hive', id: hiveId }],
      }),
    },
    name_hive: { decide: () => succeed([]), touchesStock: false },
  },
  operationKinds: { bees_lent: { code: 1, from: ['free'], to: ['held'] } },
  apply: {
    bees_lent: (world, { hive }) => {
      world.hives.set(hive.id, { ...hive })
    },
    hive_filled: (world, { hiveId, atMs }) => {
      const hive = world.hives.get(hiveId)
      if (hive === undefined) return
      hive.honey += hive.bees
      hive.nextMs = atMs + DAY_MS
    },
    honey_spread: (world, { userId, atMs }) => {
      world.account(userId).spreads.push(atMs)
    },
  },
  createAccountParts: () => ({ spreads: [] }),
  createWorldParts: () => ({ hives: new Map<HiveId, Hive>() }),
  entities: {
    hive: {
      has: (world, id) => world.hives.has(id),
      drop: (world, id) => {
        world.hives.delete(id)
      },
      size: (world, id) => world.hives.get(id)?.bees ?? 0,
    },
  },
  holds: { hive: { list: listBees } },
  due: {
    hive: {
      nextMs: (world, id) => world.hives.get(id)?.nextMs,
      settle: (_world, hiveId, { nowMs }, apply) => apply([{ type: 'hive_filled', hiveId, atMs: nowMs }]),
    },
    // Nothing of a player falls due here.
    player: { nextMs: () => undefined, settle: () => undefined },
  },
  afterStockChange: (_world, userId, context, apply) => apply([{ type: 'honey_spread', userId, atMs: context.nowMs }]),
  findViolations: (world) =>
    Array.from(world.hives.values())
      .filter(({ honey }) => honey < 0)
      .map(({ id }) => ({ rule: 'honey', detail: id })),
} as const satisfies Area

function* listBees(world: World) {
  for (const { id, keeperId, bees } of world.hives.values()) {
    yield { ownerId: id, userId: keeperId, asset: BEES, amount: asQuantity(bees) }
  }
}
