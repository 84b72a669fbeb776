import type { ItemDefinition } from '@clutch/contract'
import { findCategories } from './categories.ts'
import { foldTag } from './search.ts'

/** What is behind the pictures of a category: numbers of the colours and shapes in `ItemTile.module.css`. */
export interface Backplate {
  readonly color: number
  readonly shape: number
  /** Address of the game's own picture, which replaces the shape. */
  readonly picture?: string | undefined
}

/** Numbers without a common divisor: together they tell forty categories apart, the most that a market has. */
const COLORS = 8
const SHAPES = 5

const backplates = new WeakMap<ItemDefinition, Backplate>()

/**
 * Gives each item of a catalogue the backplate of its category. Neighbouring categories differ in both colour and shape.
 * @param pictures addresses by `categories/<tag>`
 */
export function assignBackplates(items: readonly ItemDefinition[], pictures: ReadonlyMap<string, string>): void {
  const plates = new Map<string, Backplate>(
    findCategories(items).map(({ tag }, index) => [
      tag,
      { color: index % COLORS, shape: index % SHAPES, picture: pictures.get(`categories/${tag}`) },
    ]),
  )
  for (const item of items) {
    const plate = item.Tags.map((tag) => plates.get(foldTag(tag))).find((each) => each !== undefined)
    if (plate !== undefined) backplates.set(item, plate)
  }
}

/** The backplate of an item's category; undefined for an item without one. */
export function backplateOf(item: ItemDefinition | undefined): Backplate | undefined {
  return item && backplates.get(item)
}
