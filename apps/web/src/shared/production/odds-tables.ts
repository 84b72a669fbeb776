import type { CraftRecipe, FactoryOption, FactoryRecipe, ItemDefinition, Opening } from '@clutch/contract'

/** Possible contents of something, and how often it is opened. */
export interface OddsTable {
  /** The bundle or generator, or the chosen item that a farm draws for. */
  readonly itemId: number
  /** Whether one entry is drawn, instead of all being granted. */
  readonly isChance: boolean
  readonly min: number
  readonly max: number
  readonly entries: readonly Opening[]
}

type Catalogue = ReadonlyMap<number, ItemDefinition>

/** Contents of a craft's outputs. */
export function craftOdds({ OutputList }: CraftRecipe, byId: Catalogue): OddsTable[] {
  return OutputList.flatMap(({ TypeId, MinCount, MaxCount }) => openingOdds(TypeId, MinCount, MaxCount, byId))
}

/** What a farm draws from: its generators, and the drops of the chosen items. */
export function factoryOdds(
  recipe: FactoryRecipe,
  chosenIds: readonly (number | null)[],
  byId: Catalogue,
): OddsTable[] {
  const draws = new Map<number, number>()
  for (const id of recipe.timer_result_ids) draws.set(id, (draws.get(id) ?? 0) + 1)
  const generators = [...draws].flatMap(([id, count]) => openingOdds(id, count, count, byId))
  const options = recipe.optional_list.flatMap(({ list }, slot) =>
    list.filter(({ item }) => item.type_id === chosenIds[slot]),
  )
  return [...generators, ...options.flatMap(dropOdds)]
}

/** Contents of an item that is used up, such as a chest: its own, and those of crafts that consume nothing else. */
export function itemOdds(itemId: number, recipes: readonly CraftRecipe[], byId: Catalogue): OddsTable[] {
  const openers = recipes.filter(
    ({ ConsumableList: [first, ...others] }) => first?.TypeId === itemId && others.length === 0,
  )
  return [...openingOdds(itemId, 1, 1, byId), ...openers.flatMap((recipe) => craftOdds(recipe, byId))]
}

function openingOdds(itemId: number, min: number, max: number, byId: Catalogue): OddsTable[] {
  const item = byId.get(itemId)
  if (item === undefined || item.Opens.length === 0) return []
  return [{ itemId, isChance: item.Type === 'generator', min, max, entries: item.Opens }]
}

function dropOdds({ item, possible_drop_list: drops }: FactoryOption): OddsTable[] {
  if (drops.length === 0) return []
  const total = drops.reduce((sum, { weight }) => sum + weight, 0)
  const entries = drops.map(({ type_id, weight }) => ({
    item_id: type_id,
    is_nothing: false,
    count: 1,
    weight,
    total_weight: total,
  }))
  return [{ itemId: item.type_id, isChance: true, min: 1, max: 1, entries }]
}
