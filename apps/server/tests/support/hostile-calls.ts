import { randomUUID } from 'node:crypto'
import { calls, type CallName } from '@clutch/contract'
import * as z from 'zod'
import { FIRST_ITEM_ID, RECIPES } from './make-pack.ts'

/** The parts of a JSON schema that the contract's inputs use. */
interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly maxItems?: number
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** Where a request carries input. */
export type Part = 'body' | 'query' | 'params'
export const PARTS: readonly Part[] = ['body', 'query', 'params']

/** What exists in the tested world, so that samples reach the rules and the store. */
export interface World {
  readonly userId: string
  readonly steamId: string
}

/** Longer lists would exceed the accepted body size. */
const LIST_MAX = 1_000

/** Values that broke something, or could, tried in every place of every input. */
export const HOSTILE_VALUES: readonly unknown[] = [
  'a\u0000b',
  'a\uD800b',
  '\uDC00',
  '',
  'x'.repeat(60_000),
  '1970-01-01',
  '9999-12-31',
  0,
  1,
  -1,
  0.5,
  2 ** 31 - 1,
  2 ** 31,
  9_999_999_999,
  253_402_300_799,
  2 ** 53 - 1,
  2 ** 53,
  null,
  true,
  [],
  {},
  nested(1_000),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Valid inputs of a call, with each alternative of its schema at least once. */
export function samplesOf(name: CallName, part: Part, world: World): readonly unknown[] {
  const schema = schemaOf(name, part)
  return schema === undefined ? [] : samples(schema, '', world)
}

function schemaOf(name: CallName, part: Part): Schema | undefined {
  const call: { body: z.ZodType; query: z.ZodType; params?: z.ZodType } = calls[name]
  const schema = call[part]
  return schema === undefined ? undefined : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
}

/** Bodies with one error each, for every constraint of the call's schema, excluding those that it accepts. */
export function wrongBodiesOf(name: CallName, world: World): readonly unknown[] {
  const schema = schemaOf(name, 'body')
  if (schema === undefined) return []
  const { body }: { body: z.ZodType } = calls[name]
  // A body of `null` is read as no body.
  const isWrong = (value: unknown) => !body.safeParse(value ?? undefined).success
  return wrongValuesOf(schema, samples(schema, '', world)[0]).filter(isWrong)
}

/**
 * Candidates for wrong values. The schema may accept some, such as null where a value is nullable.
 * @param sample a value that the schema accepts
 */
function wrongValuesOf(schema: Schema, sample: unknown): readonly unknown[] {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) {
    const [only, ...others] = alternatives.filter(({ type }) => type !== 'null')
    return only === undefined || others.length > 0 ? [['nonsense']] : wrongValuesOf(only, sample)
  }
  if (schema.const !== undefined || schema.enum !== undefined) return ['nonsense', 7, null]
  switch (schema.type ?? '') {
    case 'object':
      return [[], 7, null, ...wrongPartsOf(schema, sample)]
    case 'array':
      return [{}, 'text', null, ...wrongListsOf(schema, sample)]
    case 'integer':
      return ['7', null, 1.5, ...wrongNumbersOf(schema)]
    case 'number':
      return ['7', null, ...wrongNumbersOf(schema)]
    case 'boolean':
      return ['true', 1, null]
    case 'string':
      return [7, null, [], ...wrongTextsOf(schema)]
    default:
      return []
  }
}

function wrongPartsOf(schema: Schema, sample: unknown): readonly unknown[] {
  const { properties = {}, required = [], additionalProperties } = schema
  const whole = Object(sample)
  const parts = Object.entries(properties).flatMap(([key, part]) =>
    Object.hasOwn(whole, key)
      ? wrongValuesOf(part, Reflect.get(whole, key)).map((value) => ({ ...whole, [key]: value }))
      : [],
  )
  const incomplete = required.map((key) => {
    const { [key]: _, ...rest } = whole
    return rest
  })
  return [...parts, ...incomplete, ...(additionalProperties === false ? [{ ...whole, nonsense: 1 }] : [])]
}

function wrongListsOf({ items = {}, maxItems }: Schema, sample: unknown): readonly unknown[] {
  const [first] = Array.isArray(sample) ? sample : []
  const tooLong =
    maxItems === undefined || maxItems > LIST_MAX ? [] : [Array.from({ length: maxItems + 1 }, () => first)]
  return [...wrongValuesOf(items, first).map((value) => [value]), ...tooLong]
}

function wrongNumbersOf({ minimum, maximum }: Schema): readonly number[] {
  return [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])]
}

function wrongTextsOf({ format, minLength = 0, maxLength }: Schema): readonly string[] {
  return [
    ...(minLength > 0 ? [''] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(format === 'uuid' ? ['01890000', "' or 1=1 --", `{${randomUUID()}}`] : []),
  ]
}

/** Every place in a value, children before parents. */
export function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key])), path]
}

/** A copy of a value with the value in one place replaced. */
export function withValue(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement
  const part = withValue(Reflect.get(Object(value), key), rest, replacement)
  if (Array.isArray(value)) return value.with(Number(key), part)
  return { ...Object(value), [key]: part }
}

function samples(schema: Schema, key: string, world: World): readonly unknown[] {
  const known = knownValue(key, schema, world)
  if (known !== undefined) return [known]
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum !== undefined) return schema.enum.slice(0, 1)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return alternatives.flatMap((each) => samples(each, key, world))
  switch (schema.type ?? 'string') {
    case 'object':
      return objects(schema, world)
    case 'array':
      return samples(schema.items ?? {}, key, world).map((item) => [item])
    case 'integer':
    case 'number':
      return [Math.max(1, schema.minimum ?? 1)]
    case 'boolean':
      return [true]
    case 'null':
      return [null]
    default:
      return [text(schema)]
  }
}

function objects({ properties = {}, additionalProperties }: Schema, world: World): readonly unknown[] {
  const parts = Object.entries(properties).map(([key, part]) => [key, samples(part, key, world)] as const)
  const first = Object.fromEntries(parts.map(([key, values]) => [key, values[0]]))
  if (typeof additionalProperties === 'object') {
    const [value] = samples(additionalProperties, '', world)
    first[String(FIRST_ITEM_ID)] = value
  }
  return [first, ...parts.flatMap(([key, values]) => values.slice(1).map((value) => ({ ...first, [key]: value })))]
}

function text({ format, pattern = '' }: Schema): string {
  if (format === 'uuid') return randomUUID()
  if (format === 'date') return '2026-11-21'
  if (pattern.includes('0-9a-f]{64}')) return 'a'.repeat(64)
  if (pattern.includes('https?')) return 'https://example.org/'
  return 'abc'
}

/** An existing value for a field of this name. */
function knownValue(key: string, { type }: Schema, { userId, steamId }: World): unknown {
  switch (key) {
    case 'item_id':
    case 'item_type_id':
    case 'filter_item_id':
    case 'owns_item':
      return FIRST_ITEM_ID
    case 'rent_id':
      return FIRST_ITEM_ID + 2
    case 'receipt_id':
      return RECIPES.instantCraft
    case 'user_uuid':
    case 'friend_uuid':
    case 'invite':
      return userId
    case 'steam_id':
      return steamId
    case 'ticket':
      return `sim-${steamId}`
    case 'text':
      return type === 'string' ? steamId : undefined
    case 'interval':
      return 'week'
    case 'idempotency_key':
      return randomUUID()
    case 'channel_id':
      return '1'
    default:
      return undefined
  }
}
