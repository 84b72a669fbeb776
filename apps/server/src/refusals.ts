import type { ContentPack } from '@clutch/content'
import { ERRORS, mergeTables, type ErrorCode } from '@clutch/contract'
import type { Rejection, Rejections } from '@clutch/economy'
import type { ApiError } from './api-result.ts'
import type { WriterFailure } from './writer/outcome.ts'

/** What rules and writer refuse. */
type Refused = Rejection | WriterFailure
type RefusedByCode = Rejections & Readonly<Record<WriterFailure['code'], WriterFailure>>

/**
 * How what is refused becomes an error of the API, by its code. What is nothing but its code, and has a code that the
 * API has too, needs no row.
 */
export type RefusalTable = {
  readonly [Code in keyof RefusedByCode]?: (refused: RefusedByCode[Code], pack: ContentPack) => ApiError
}

interface Refusing {
  readonly name: string
  readonly refusals?: RefusalTable
}

/** What the rules of many areas refuse alike. */
const SHARED_REFUSALS = {
  invalid_count: () => ({ code: 'invalid_input', params: { detail: 'count' } }),
  unknown_item: ({ code, itemId }) => ({ code, params: { item_id: itemId } }),
  recipe_not_found: ({ code, recipeId }) => ({ code, params: { receipt_id: recipeId } }),
  options_missing: ({ code, slot }) => ({ code, params: { slot } }),
  option_not_available: ({ code, itemId }) => ({ code, params: { item_id: itemId } }),
  not_enough_coins: ({ code, missing }) => ({ code, params: { missing } }),
  not_enough_items: ({ code, itemId, missing }, pack) => ({
    code,
    params: { name: nameOf(pack, itemId), item_id: itemId, missing },
  }),
} satisfies RefusalTable

type RowsOf<Area> = Area extends { readonly refusals: infer Rows } ? keyof Rows : never

type PlainCode<Each> = Each extends { readonly code: infer Code extends ErrorCode }
  ? [Exclude<keyof Each, 'code'>] extends [never]
    ? Code
    : never
  : never

/** What may be refused and nobody says how. */
type Missing<Areas extends readonly Refusing[]> = Exclude<
  Refused['code'],
  PlainCode<Refused> | RowsOf<Areas[number]> | keyof typeof SHARED_REFUSALS
>

type Complete<Areas extends readonly Refusing[]> = [Missing<Areas>] extends [never]
  ? Areas
  : { readonly missing: Missing<Areas> }

/**
 * The one place where what rules and writer refuse becomes the API's errors, by the tables of all areas. What nobody
 * has a row for does not compile.
 * @throws when two have a row for one code
 */
export function composeRefusals<const Areas extends readonly Refusing[]>(
  described: Areas & Complete<Areas>,
): (refused: Refused, pack: ContentPack) => ApiError {
  const areas: readonly Refusing[] = described
  const table: RefusalTable = mergeTables<RefusalTable>([
    SHARED_REFUSALS,
    ...areas.flatMap(({ refusals }) => refusals ?? []),
  ])

  function byRow<Code extends Refused['code']>(
    code: Code,
    refused: RefusedByCode[Code],
    pack: ContentPack,
  ): ApiError | undefined {
    return table[code]?.(refused, pack)
  }
  return (refused, pack) => {
    const { code } = refused
    const error = byRow(code, refused, pack)
    if (error !== undefined) return error
    if (!isErrorCode(code)) throw new Error(`No area says how ${code} is refused`)
    return { code }
  }
}

/** What an item is called in a refusal: clients translate by its number. */
export function nameOf(pack: ContentPack, itemId: number): string {
  return pack.itemById.get(itemId)?.names.en ?? `Item #${itemId}`
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}
