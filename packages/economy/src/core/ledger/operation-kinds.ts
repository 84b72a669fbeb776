/**
 * Every kind of operation, and between which accounts it may move assets (rules §1).
 * `free` and `held` are the user's own accounts; `other` is another user's free balance or hold;
 * `world` mints and burns. The codes are stored: never renumber, only append.
 */
export const OPERATION_KINDS = {
  unknown: { code: 0, from: [], to: [] },
  starter_pack: { code: 1, from: ['world'], to: ['free'] },
  customer_support: { code: 2, from: ['world', 'free'], to: ['free', 'world'] },
  quest_drop: { code: 3, from: ['world'], to: ['free'] },
  create_sell_lot: { code: 4, from: ['free'], to: ['held'] },
  create_buy_lot: { code: 5, from: ['free'], to: ['held'] },
  cancel_lot: { code: 6, from: ['held'], to: ['free'] },
  buy_lot: { code: 7, from: ['free', 'held', 'other'], to: ['free', 'other', 'world'] },
  sell_lot: { code: 8, from: ['free', 'held', 'other'], to: ['free', 'other', 'world'] },
  start_craft: { code: 9, from: ['free'], to: ['held', 'world'] },
  end_craft: { code: 10, from: ['held', 'world'], to: ['free'] },
  end_delayed_craft: { code: 11, from: ['held', 'world'], to: ['free'] },
  craft_cancel: { code: 12, from: ['held', 'world'], to: ['free'] },
  start_farm: { code: 13, from: ['free'], to: ['world'] },
  end_farm: { code: 14, from: ['world'], to: ['free'] },
  harvesting_start: { code: 15, from: ['free'], to: ['held', 'world'] },
  harvesting_end: { code: 16, from: ['held', 'world'], to: ['free', 'world'] },
  energy: { code: 17, from: ['free'], to: ['world'] },
  trade: { code: 24, from: ['free', 'other'], to: ['free', 'other'] },
  rent_put: { code: 34, from: ['free'], to: ['held'] },
  rent_take_back: { code: 35, from: ['held'], to: ['free'] },
  rent_salary: { code: 36, from: ['world'], to: ['free'] },
  rent_buy: { code: 37, from: ['free', 'world'], to: ['world', 'free'] },
  spin: { code: 40, from: ['free', 'world'], to: ['world', 'free'] },
  referral: { code: 41, from: ['world'], to: ['free'] },
  exchange_to_steam: { code: 38, from: ['free', 'held'], to: ['held', 'world', 'free'] },
  exchange_from_steam: { code: 39, from: ['world'], to: ['free'] },
} as const satisfies Record<string, OperationKindRow>

export type AccountRole = 'free' | 'held' | 'other' | 'world'
export type OperationKind = keyof typeof OPERATION_KINDS

interface OperationKindRow {
  readonly code: number
  readonly from: readonly AccountRole[]
  readonly to: readonly AccountRole[]
}

export function isOperationKind(name: string): name is OperationKind {
  return Object.hasOwn(OPERATION_KINDS, name)
}

const KIND_OF_CODE: ReadonlyMap<number, OperationKind> = new Map(
  Object.keys(OPERATION_KINDS)
    .filter(isOperationKind)
    .map((kind) => [OPERATION_KINDS[kind].code, kind]),
)

/** The kind stored under a code; codes of a newer version read as `unknown`. */
export function operationKindOf(code: number): OperationKind {
  return KIND_OF_CODE.get(code) ?? 'unknown'
}
