import type { ContentPack } from '../pack.ts'

/** The lists of a pack that are compared entry by entry. */
export const COMPARED_KINDS = [
  'item',
  'craft_recipe',
  'factory_recipe',
  'harvest_recipe',
  'rentable_item',
  'chat_channel',
  'announcement',
  'changelog',
] as const
export type ComparedKind = (typeof COMPARED_KINDS)[number]

/** An entry that was added, removed or changed. */
export interface PackChange {
  readonly kind: ComparedKind
  readonly change: 'added' | 'changed' | 'removed'
  /** The entry's id in the pack; a changelog's version. */
  readonly id: string
  /** In English or the pack's other language; empty if the entry has no name. */
  readonly name: string
  /** Changed fields by their names in the pack's types; empty if added or removed. */
  readonly fields: readonly string[]
}

export interface PackDifference {
  /** Ordered by kind, then id. */
  readonly changes: readonly PackChange[]
  /** Settings that differ, such as `market`. */
  readonly settings: readonly string[]
}

interface Entry {
  readonly id: string
  readonly name: string
  readonly value: object
}

/** Settings by their names in the pack's types, except those of the demo. */
const SETTINGS = [
  'id',
  'version',
  'languages',
  'name',
  'market',
  'starterPack',
  'referralReward',
  'referralMinValue',
  'energy',
  'storeCoins',
  'chatWords',
  'chatLinkDomains',
  'reportIssueUrl',
  'playerKeys',
  'pictures',
  'craftGroups',
  'roulette',
] as const satisfies readonly (keyof ContentPack)[]

/** Compares two packs, for an operator to review before loading the other one. */
export function comparePacks(before: ContentPack, after: ContentPack): PackDifference {
  const changes = COMPARED_KINDS.flatMap((kind) => compareKind(kind, entriesOf(before, kind), entriesOf(after, kind)))
  const settings: string[] = SETTINGS.filter((name) => !isSame(before[name], after[name]))
  if (!isSame([...before.tagNames], [...after.tagNames])) settings.push('tagNames')
  return { changes, settings }
}

function compareKind(kind: ComparedKind, before: readonly Entry[], after: readonly Entry[]): PackChange[] {
  const known = new Map(before.map((entry) => [entry.id, entry]))
  const kept = new Set(after.map(({ id }) => id))
  const removed = before
    .filter(({ id }) => !kept.has(id))
    .map(({ id, name }): PackChange => ({ kind, change: 'removed', id, name, fields: [] }))
  const others = after.flatMap(({ id, name, value }): PackChange[] => {
    const was = known.get(id)
    if (was === undefined) return [{ kind, change: 'added', id, name, fields: [] }]
    const fields = fieldsThatDiffer(was.value, value)
    return fields.length === 0 ? [] : [{ kind, change: 'changed', id, name, fields }]
  })
  return [...removed, ...others]
}

function entriesOf(pack: ContentPack, kind: ComparedKind): Entry[] {
  const itemName = (id: number) => pack.itemById.get(id)?.names.en ?? ''
  switch (kind) {
    case 'item':
      // Reference prices of simulated traders are not rules.
      return pack.items.map(({ demo: _demo, ...value }) => ({ id: String(value.id), name: value.names.en, value }))
    case 'craft_recipe':
      return pack.craftRecipes.map((value) => ({ id: String(value.id), name: itemName(value.itemForVision), value }))
    case 'factory_recipe':
      return pack.factoryRecipes.map((value) => ({ id: String(value.id), name: value.names.en, value }))
    case 'harvest_recipe':
      return pack.harvestRecipes.map((value) => ({ id: String(value.id), name: value.names.en, value }))
    case 'rentable_item':
      return pack.rentableItems.map((value) => ({ id: String(value.itemId), name: itemName(value.itemId), value }))
    case 'chat_channel':
      return pack.chatChannels.map((value) => ({ id: String(value.id), name: value.names.en, value }))
    case 'announcement':
      return pack.announcements.map((value) => ({ id: value.id, name: value.titles.en, value }))
    case 'changelog':
      return pack.changelog.map((value) => ({ id: value.version, name: '', value }))
  }
}

function fieldsThatDiffer(before: object, after: object): string[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...was.keys(), ...is.keys()])].filter((field) => !isSame(was.get(field), is.get(field)))
}

/** Packs are plain data with a fixed key order. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
