import { parseBundle } from '../bundle-string.ts'
import { NOTHING_BUNDLE_ID } from '../limits.ts'
import type { ContentItemType, ItemCount } from '../pack.ts'
import { type Definition, readBoolean, readInteger, readLocalized, readText, STEAM_LANGUAGES } from './values.ts'

/** Something to tell about one definition: `field` is the platform's property. */
export interface Remark {
  readonly field: string
  readonly message: string
}

export interface Converted {
  readonly id: number
  readonly type: ContentItemType
  /** The entry as a pack file holds it. */
  readonly entry: Readonly<Record<string, unknown>>
  readonly problems: readonly Remark[]
  readonly notes: readonly Remark[]
}

const COLOR_DIGITS = 6
const DEFAULT_NAME_COLOR = 'd2d2d2'
const DEFAULT_ICONS: Readonly<Record<ContentItemType, string>> = {
  item: 'cube',
  other: 'cubes',
  bundle: 'cardboard-box',
  generator: 'perspective-dice-six-faces-random',
}
const TYPES: Readonly<Record<string, ContentItemType>> = {
  item: 'item',
  bundle: 'bundle',
  generator: 'generator',
  playtimegenerator: 'generator',
}
/** The first of these that is present says whether players may sell the item; without any they may not. */
const SELLABLE_PROPERTIES = ['can_sell', 'sellable', 'marketable', 'tradable']

/** Turns one definition into a pack entry. `weights` stands in where the archive omits a generator's bundle. */
export function convertDefinition(id: number, definition: Definition, weights: string | undefined): Converted {
  const problems: Remark[] = []
  const notes: Remark[] = []
  const flag = (property: string): boolean | undefined => {
    const value = definition[property]
    const read = readBoolean(value ?? '')
    if (read === undefined) problems.push({ field: property, message: `"${String(value)}" is neither true nor false.` })
    return value === undefined || value === null ? undefined : read
  }

  const typeName = (readText(definition['type']) ?? 'item').toLowerCase()
  const type = TYPES[typeName] ?? 'other'
  if (!(typeName in TYPES)) notes.push({ field: 'type', message: `A ${typeName} becomes an item of type "other".` })

  const name = readLocalized(definition, 'name')
  if (name.en === undefined && name.ru === undefined) {
    problems.push({ field: 'name_english', message: 'An English or Russian name is needed.' })
  }
  const description = readLocalized(definition, 'description')
  const sellable = SELLABLE_PROPERTIES.find((property) => definition[property] !== undefined)
  const canSell = (sellable === undefined ? undefined : flag(sellable)) ?? false
  const opens = type === 'bundle' || type === 'generator'

  const entry: Record<string, unknown> = {
    id,
    name,
    ...(description.en === undefined && description.ru === undefined ? {} : { description }),
    icon: DEFAULT_ICONS[type],
    ...optional('icon_url', readText(definition['icon_url'])),
    name_color: readColor(definition, 'name_color') ?? DEFAULT_NAME_COLOR,
    ...optional('background_color', readColor(definition, 'background_color')),
    tags: readTags(definition),
    can_sell: canSell && !opens,
    hidden: id === NOTHING_BUNDLE_ID || (flag('hidden') ?? false),
    stackable: flag('auto_stack') ?? true,
    ...(type === 'other' ? { type } : {}),
  }
  if (canSell && opens)
    notes.push({ field: sellable ?? '', message: `A ${type} opens when granted, so it is not sold.` })

  if (opens) {
    const { entries, problem } = readContents(id, type, definition, weights)
    if (problem !== undefined) problems.push({ field: 'bundle', message: problem })
    if (type === 'bundle') entry['contents'] = entries.map(({ itemId, count }) => ({ item_id: itemId, count }))
    else entry['draws'] = entries.map(({ itemId, count }) => ({ item_id: itemId, weight: count }))
  }
  return { id, type, entry, problems, notes }
}

function readContents(
  id: number,
  type: 'bundle' | 'generator',
  definition: Definition,
  weights: string | undefined,
): { entries: readonly ItemCount[]; problem?: string } {
  if (id === NOTHING_BUNDLE_ID) return { entries: [] }
  const text = readText(definition['bundle']) ?? weights
  if (text === undefined) {
    const advice = type === 'generator' ? ' Downloaded archives omit it: give the weights with --weights.' : ''
    return { entries: [], problem: `A ${type} needs a bundle.${advice}` }
  }
  const parsed = parseBundle(text)
  return parsed.ok ? { entries: parsed.entries } : { entries: [], problem: parsed.message }
}

function readColor(definition: Definition, property: string): string | undefined {
  const value = definition[property]
  // A colour of digits only may have lost its leading zeros by being written as a number.
  if (typeof value === 'number') return String(value).padStart(COLOR_DIGITS, '0')
  return readText(value)?.replace(/^#/, '')
}

function readTags(definition: Definition): readonly string[] {
  const tags = (readText(definition['tags']) ?? '').split(';').map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

function optional(key: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [key]: value }
}

const STEAM_NAMES = Object.values(STEAM_LANGUAGES).flat()
const KNOWN_PROPERTIES: ReadonlySet<string> = new Set([
  ...SELLABLE_PROPERTIES,
  ...STEAM_NAMES.flatMap((language) => [`name_${language}`, `description_${language}`]),
  'appid',
  'auto_stack',
  'background_color',
  'bundle',
  'description',
  'game_only',
  'hidden',
  'icon_url',
  'icon_url_large',
  'itemdefid',
  'name',
  'name_color',
  'tags',
  'type',
])

/** Properties that a pack has no place for. */
export function unusedProperties(definition: Definition): string[] {
  return Object.keys(definition).filter((property) => !KNOWN_PROPERTIES.has(property))
}

/** Finds the platform id of a definition. */
export function definitionId(definition: Definition): number | undefined {
  return readInteger(definition['itemdefid'])
}
