import { MAX_AMOUNT, MAX_ITEM_ID, MAX_RECIPE_ENTRIES } from '../limits.ts'
import type { ItemCount } from '../pack.ts'

/** One way to get an item by exchange on the store platform. */
export interface ExchangeRecipe {
  readonly materials: readonly ItemCount[]
  /** As written in the definition. */
  readonly text: string
}

/** A recipe a pack cannot express, with the reason as one English sentence. */
export interface LeftOutRecipe {
  readonly text: string
  readonly reason: string
}

const MATERIAL = /^(\d{1,16})(?:\s*[x*]\s*(\d{1,16}))?$/i

/**
 * Reads the property `exchange`: recipes are separated by semicolons and materials by commas, as in
 * `101,102x2;103x5`. A material of the form `category:value` is any item with that tag; craft recipes name items, so
 * such a recipe is left out.
 */
export function readExchange(text: string): { recipes: readonly ExchangeRecipe[]; leftOut: readonly LeftOutRecipe[] } {
  const recipes: ExchangeRecipe[] = []
  const leftOut: LeftOutRecipe[] = []
  for (const part of text.split(';')) {
    const recipe = part.trim()
    if (recipe === '') continue
    const materials = readMaterials(recipe)
    if (typeof materials === 'string') leftOut.push({ text: recipe, reason: materials })
    else recipes.push({ text: recipe, materials })
  }
  return { recipes, leftOut }
}

/** @returns the materials, or the reason they cannot be read */
function readMaterials(recipe: string): readonly ItemCount[] | string {
  const counts = new Map<number, number>()
  for (const part of recipe.split(',')) {
    const material = part.trim()
    if (material === '') continue
    if (material.includes(':')) return `It takes items by the tag "${material}".`
    const [, id = '', count = '1'] = MATERIAL.exec(material) ?? []
    const itemId = Number(id)
    if (id === '') return `"${material}" is not of the form "id x count".`
    if (itemId < 1 || itemId > MAX_ITEM_ID) return `"${material}" names an item id outside 1 … ${MAX_ITEM_ID}.`
    const total = (counts.get(itemId) ?? 0) + Number(count)
    if (total < 1 || total > MAX_AMOUNT) return `"${material}" has a count outside 1 … ${MAX_AMOUNT}.`
    counts.set(itemId, total)
  }
  if (counts.size === 0) return 'It names no materials.'
  if (counts.size > MAX_RECIPE_ENTRIES) return `It has more than ${MAX_RECIPE_ENTRIES} materials.`
  return Array.from(counts, ([itemId, count]) => ({ itemId, count }))
}

/** First id of imported recipes, so that operators' own recipes can have small ids. */
const FIRST_RECIPE_ID = 1_000_000_000
const RECIPE_IDS = 1_147_483_648

/** Derives recipe ids from their content, so that they do not change when other definitions do. */
export class RecipeIds {
  readonly #taken = new Set<number>()

  /** @param outputId the item that the recipe makes */
  idOf(outputId: number, materials: readonly ItemCount[]): number {
    const sorted = materials.toSorted((a, b) => a.itemId - b.itemId)
    let slot = hash(`${outputId}=${sorted.map(({ itemId, count }) => `${itemId}x${count}`).join(',')}`) % RECIPE_IDS
    while (this.#taken.has(slot)) slot = (slot + 1) % RECIPE_IDS
    this.#taken.add(slot)
    return FIRST_RECIPE_ID + slot
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93)
  return value >>> 0
}
