import { colord, extend } from 'colord'
import namedColors from 'colord/plugins/names'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TAGS_PER_ITEM,
  MAX_URL_LENGTH,
  NOTHING_BUNDLE_ID,
} from '../limits.ts'
import type { ContentItemType } from '../pack.ts'
import { httpUrl, tag } from '../schema/primitives.ts'
import { readBundleText } from './bundle-text.ts'
import { type ExchangeRecipe, readExchange } from './exchange.ts'
import {
  type Definition,
  isDefinition,
  isUsedText,
  readBoolean,
  readInteger,
  readLocalized,
  readParts,
  readText,
} from './values.ts'

extend([namedColors])

/**
 * A finding about one definition; `field` is the platform's property. A `problem` makes the entry unusable, `left_out`
 * names a part missing in the pack, and a `note` a part that was converted.
 */
export interface Remark {
  readonly kind: 'problem' | 'left_out' | 'note'
  readonly field: string
  readonly message: string
}

export interface Converted {
  readonly id: number
  readonly type: ContentItemType
  /** The entry in the form of a pack file. */
  readonly entry: Readonly<Record<string, unknown>>
  /** Exchange recipes that give the item. */
  readonly exchange: readonly ExchangeRecipe[]
  readonly remarks: readonly Remark[]
}

type Report = (kind: Remark['kind'], field: string, message: string) => void

const COLOR_DIGITS = 6
/** Characters of a value quoted in messages. */
const QUOTE_LENGTH = 80
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
/** The first one present decides whether players may sell the item; without any they may not. */
const SELLABLE_PROPERTIES = ['can_sell', 'sellable', 'marketable', 'tradable']

/** Converts one definition to a pack entry. `weights` is used if the archive omits a generator's bundle. */
export function convertDefinition(id: number, definition: Definition, weights: string | undefined): Converted {
  const remarks: Remark[] = []
  const report: Report = (kind, field, message) => remarks.push({ kind, field, message })
  const flag = (property: string): boolean | undefined => {
    const value = definition[property] ?? undefined
    if (value === undefined) return undefined
    const read = readBoolean(value)
    if (read === undefined) report('left_out', property, `${JSON.stringify(value)} is neither true nor false.`)
    return read
  }

  const typeName = (readText(definition['type']) ?? 'item').toLowerCase()
  const type = TYPES[typeName] ?? 'other'
  if (!(typeName in TYPES)) report('note', 'type', `A ${typeName} becomes an item of type "other".`)
  else if (typeName === 'playtimegenerator') report('note', 'type', 'A playtimegenerator becomes a generator.')

  const name = readTexts(definition, 'name', MAX_NAME_LENGTH, report)
  const description = readTexts(definition, 'description', MAX_DESCRIPTION_LENGTH, report)
  if (name === undefined) report('note', 'name', `It has no name; "Item ${id}" is used.`)
  const sellable = SELLABLE_PROPERTIES.find((property) => (definition[property] ?? undefined) !== undefined)
  const canSell = (sellable === undefined ? undefined : flag(sellable)) ?? false
  const opens = type === 'bundle' || type === 'generator'

  const entry: Record<string, unknown> = {
    id,
    name: name ?? { en: `Item ${id}` },
    ...optional('description', description),
    icon: DEFAULT_ICONS[type],
    ...optional('icon_url', readIconUrl(definition, report)),
    name_color: readColor(definition, 'name_color', report) ?? DEFAULT_NAME_COLOR,
    ...optional('background_color', readColor(definition, 'background_color', report)),
    tags: readTags(definition['tags'], report),
    can_sell: canSell && !opens,
    hidden: id === NOTHING_BUNDLE_ID || (flag('hidden') ?? false),
    stackable: flag('auto_stack') ?? true,
    ...(type === 'other' ? { type } : {}),
  }
  if (canSell && opens) report('note', sellable ?? '', `A ${type} opens when granted, so it is not sold.`)

  if (opens) {
    const entries = readContents(id, type, definition, weights, report)
    if (type === 'bundle') entry['contents'] = entries.map(({ itemId, count }) => ({ item_id: itemId, count }))
    else entry['draws'] = entries.map(({ itemId, count }) => ({ item_id: itemId, weight: count }))
  }

  const { recipes, leftOut } = readExchange(readParts(definition['exchange']) ?? '')
  for (const { text, reason } of leftOut) report('left_out', 'exchange', `The recipe "${text}" is left out. ${reason}`)
  return { id, type, entry, exchange: recipes, remarks }
}

function readTexts(definition: Definition, property: string, lengthMax: number, report: Report) {
  const { texts, standIn } = readLocalized(definition, property)
  if (standIn !== undefined) {
    report('note', property, `It is neither English nor Russian; the text in ${standIn} is used for English.`)
  }
  const cut = Object.entries(texts).map(([language, text]): [string, string] => {
    if (text.length <= lengthMax) return [language, text]
    report('note', property, `The text for ${language} is cut to ${lengthMax} characters.`)
    // Do not cut a surrogate pair in half.
    return [language, `${text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`]
  })
  return cut.length === 0 ? undefined : Object.fromEntries(cut)
}

function readContents(
  id: number,
  type: 'bundle' | 'generator',
  definition: Definition,
  weights: string | undefined,
  report: Report,
) {
  if (id === NOTHING_BUNDLE_ID) return []
  const text = readParts(definition['bundle']) ?? weights
  if (text === undefined) {
    const advice = type === 'generator' ? ' Downloaded archives omit it: give the weights with --weights.' : ''
    report('problem', 'bundle', `A ${type} needs a bundle.${advice}`)
    return []
  }
  const read = readBundleText(type, text)
  for (const message of read.leftOut) report('left_out', 'bundle', message)
  for (const message of read.notes) report('note', 'bundle', message)
  if (read.problem !== undefined) report('problem', 'bundle', read.problem)
  else if (read.entries.length === 0) report('problem', 'bundle', `A ${type} needs a bundle with contents.`)
  return read.entries
}

/** Reads six, three, eight or four hex digits with or without `#`, and the names of CSS. */
function readColor(definition: Definition, property: string, report: Report): string | undefined {
  const value = definition[property]
  // A colour written as a number may have lost its leading zeros.
  const text = typeof value === 'number' ? String(value).padStart(COLOR_DIGITS, '0') : readText(value)
  if (text === undefined) return undefined
  const digits = text.replace(/^(?:#|0x)/i, '')
  const color = colord(/^[0-9a-f]+$/i.test(digits) ? `#${digits}` : text)
  if (!color.isValid()) {
    report('left_out', property, `"${text}" is not a colour.`)
    return undefined
  }
  if (color.alpha() < 1) report('note', property, `The transparency of "${text}" is dropped.`)
  return color.alpha(1).toHex().slice(1)
}

function readIconUrl(definition: Definition, report: Report): string | undefined {
  const text = readText(definition['icon_url'])
  if (text === undefined) return undefined
  const address = text.startsWith('//') ? `https:${text}` : text
  if (httpUrl.safeParse(address).success) return address
  const reason = address.length > MAX_URL_LENGTH ? 'is too long' : 'is not a full address with http:// or https://'
  report('left_out', 'icon_url', `"${text.slice(0, QUOTE_LENGTH)}" ${reason}.`)
  return undefined
}

/** Reads `category:value;…`, a list of such texts or of `{category, tag}`, or an object of values by category. */
function readTags(value: unknown, report: Report): readonly string[] {
  const taken = new Set<string>()
  for (const text of tagTexts(value)) {
    const normal = text.trim().replace(/\s*:\s*/, ':')
    if (normal === '') continue
    const { success } = tag.safeParse(normal)
    if (!success) report('left_out', 'tags', `"${text.slice(0, QUOTE_LENGTH)}" is not of the form "category:value".`)
    else if (taken.size >= MAX_TAGS_PER_ITEM)
      report('left_out', 'tags', `"${normal}": ${MAX_TAGS_PER_ITEM} tags are the limit.`)
    else taken.add(normal)
  }
  return [...taken]
}

function tagTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((member) => tagTexts(member))
  if (!isDefinition(value)) return (readText(value) ?? '').split(';')
  const category = readText(value['category'])
  const named = readText(value['tag'] ?? value['value'])
  if (category !== undefined && named !== undefined) return [`${category}:${named}`]
  return Object.entries(value).flatMap(([key, values]) =>
    [values]
      .flat()
      .map((member: unknown) => `${key}:${typeof member === 'boolean' ? member : (readText(member) ?? '')}`),
  )
}

function optional(key: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [key]: value }
}

const KNOWN_PROPERTIES: ReadonlySet<string> = new Set([
  ...SELLABLE_PROPERTIES,
  'appid',
  'auto_stack',
  'background_color',
  'bundle',
  'description',
  'exchange',
  'hidden',
  'icon_url',
  'itemdefid',
  'name',
  'name_color',
  'tags',
  'type',
])

/** Non-empty properties that a pack does not support. */
export function unusedProperties(definition: Definition): string[] {
  return Object.keys(definition).filter(
    (property) =>
      !KNOWN_PROPERTIES.has(property) &&
      !isUsedText(property) &&
      definition[property] !== null &&
      definition[property] !== '',
  )
}

/** Finds the platform id of a definition. */
export function definitionId(definition: Definition): number | undefined {
  return readInteger(definition['itemdefid'])
}
