import type { ParsedFiles } from '../load/parse-files.ts'
import type { ContentItem, ContentItemType, ItemCount } from '../pack.ts'
import type { ContentProblem } from '../problem.ts'
import { collectCraftRecipes, type SourcedItem } from './sourced-item.ts'

/** A place in the pack that refers to an item. */
interface Reference {
  readonly file: string
  readonly entry: string | null
  readonly field: string
  readonly itemId: number
  /** `held` must be holdable: bundles and generators open when granted. */
  readonly role: 'granted' | 'held' | 'generator'
}

const ALLOWED_TYPES: Readonly<Record<Reference['role'], readonly ContentItemType[]>> = {
  granted: ['item', 'other', 'bundle', 'generator'],
  held: ['item', 'other'],
  generator: ['generator'],
}

/** Checks that every referenced id exists and has a valid type. */
export function checkReferences(
  parsed: ParsedFiles,
  items: readonly SourcedItem[],
  itemById: ReadonlyMap<number, ContentItem>,
): ContentProblem[] {
  const problems: ContentProblem[] = []
  for (const { role, itemId, ...place } of collectReferences(parsed, items)) {
    const item = itemById.get(itemId)
    if (item === undefined) {
      problems.push({ ...place, message: `There is no item ${itemId}.` })
    } else if (!ALLOWED_TYPES[role].includes(item.type)) {
      const wanted = role === 'generator' ? 'a generator' : 'an item that can be held'
      problems.push({ ...place, message: `Item ${itemId} is a ${item.type}; ${wanted} is needed here.` })
    }
  }
  return problems
}

function* collectReferences(parsed: ParsedFiles, items: readonly SourcedItem[]): Generator<Reference> {
  for (const { item, file, entry } of items) {
    yield* listed(file, entry, item.type === 'generator' ? 'draws' : 'contents', 'granted', item.bundle)
  }
  yield* packReferences(parsed)
  yield* craftReferences(parsed)
  yield* factoryReferences(parsed)
  yield* harvestReferences(parsed)
  yield* leisureReferences(parsed)
}

function* packReferences({ pack, demo }: ParsedFiles): Generator<Reference> {
  const file = 'pack.json'
  yield* listed(file, null, 'starter_pack.items', 'granted', pack?.starter_pack.items ?? [])
  yield* listed(file, null, 'referral_reward.items', 'granted', pack?.referral_reward.items ?? [])
  if (pack?.energy !== undefined) yield named(file, null, 'energy.item_id', 'held', pack.energy.itemId)
  for (const { itemId } of demo?.references ?? []) {
    yield named('demo.json', `item ${itemId}`, 'item_id', 'held', itemId)
  }
}

function* craftReferences(parsed: ParsedFiles): Generator<Reference> {
  for (const { recipe, file, entry } of collectCraftRecipes(parsed)) {
    yield named(file, entry, 'item_for_vision', 'granted', recipe.itemForVision)
    yield* listed(file, entry, 'remain_list', 'held', recipe.remainList)
    yield* listed(file, entry, 'consumable_list', 'held', recipe.consumableList)
    yield* listed(file, entry, 'output_list', 'granted', recipe.outputList)
  }
}

function* factoryReferences({ factory }: ParsedFiles): Generator<Reference> {
  const file = 'factory.json'
  for (const recipe of factory?.recipes ?? []) {
    const entry = `recipe ${recipe.id}`
    yield* listed(file, entry, 'required_list', 'held', recipe.requiredList)
    for (const [slot, { options }] of recipe.optionalList.entries()) {
      for (const [index, option] of options.entries()) {
        const field = `optional_list[${slot}].list[${index}]`
        yield named(file, entry, `${field}.item_id`, 'held', option.itemId)
        yield* listed(file, entry, `${field}.possible_drop_list`, 'granted', option.possibleDropList)
      }
    }
    for (const [index, id] of recipe.timerResultIds.entries()) {
      yield named(file, entry, `timer_result_ids[${index}]`, 'generator', id)
    }
  }
}

function* harvestReferences({ harvest }: ParsedFiles): Generator<Reference> {
  const file = 'harvest.json'
  for (const recipe of harvest?.recipes ?? []) {
    const entry = `recipe ${recipe.id}`
    for (const [slot, { availableItems }] of recipe.itemsSlots.entries()) {
      for (const [index, item] of availableItems.entries()) {
        const field = `items_slots[${slot}].available_items[${index}]`
        yield named(file, entry, `${field}.item_id`, 'held', item.itemId)
        yield* listed(file, entry, `${field}.requirements`, 'held', item.requirements)
        for (const [broken, id] of item.onBreakResult.entries()) {
          yield named(file, entry, `${field}.on_break_result[${broken}]`, 'granted', id)
        }
        if (item.resultAfterUp !== null) {
          yield named(file, entry, `${field}.result_after_up`, 'held', item.resultAfterUp)
        }
      }
    }
    yield* listed(file, entry, 'result', 'granted', recipe.result)
  }
}

function* leisureReferences({ rent, roulette }: ParsedFiles): Generator<Reference> {
  for (const rentable of rent?.rentable ?? []) {
    const entry = `rentable item ${rentable.itemId}`
    yield named('rent.json', entry, 'item_id', 'held', rentable.itemId)
    yield* listed('rent.json', entry, 'shop_items', 'granted', rentable.shopItems)
  }
  if (roulette?.cost.kind === 'item') {
    yield named('roulette.json', null, 'cost.item_id', 'held', roulette.cost.itemId)
  }
  for (const [index, prize] of (roulette?.prizes ?? []).entries()) {
    if (prize.kind === 'item') yield named('roulette.json', `prize #${index + 1}`, 'item_id', 'granted', prize.itemId)
  }
}

function named(file: string, entry: string | null, field: string, role: Reference['role'], itemId: number): Reference {
  return { file, entry, field, itemId, role }
}

function* listed(
  file: string,
  entry: string | null,
  field: string,
  role: Reference['role'],
  list: readonly Pick<ItemCount, 'itemId'>[],
): Generator<Reference> {
  for (const [index, { itemId }] of list.entries()) {
    yield named(file, entry, `${field}[${index}].item_id`, role, itemId)
  }
}
