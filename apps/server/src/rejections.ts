import type { ContentPack } from '@clutch/content'
import { ERRORS, mergeTables, type ErrorCode } from '@clutch/contract'
import type { Rejection, Rejections } from '@clutch/economy'
import type { ApiError } from './api-result.ts'
import type { WriterFailure } from './writer/outcome.ts'

type Rejected = Rejection | WriterFailure
type RejectedByCode = Rejections & Readonly<Record<WriterFailure['code'], WriterFailure>>

/** Maps rejections to errors of the API by code. A rejection without parameters whose code the API has needs no row. */
export type RejectionTable = {
  readonly [Code in keyof RejectedByCode]?: (rejection: RejectedByCode[Code], pack: ContentPack) => ApiError
}

interface Rejecting {
  readonly name: string
  readonly rejections?: RejectionTable
}

/** Rejections that rules of several areas share. */
const SHARED_REJECTIONS = {
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
} satisfies RejectionTable

type RowsOf<Area> = Area extends { readonly rejections: infer Rows } ? keyof Rows : never

type PlainCode<Each> = Each extends { readonly code: infer Code extends ErrorCode }
  ? [Exclude<keyof Each, 'code'>] extends [never]
    ? Code
    : never
  : never

/** Codes that no area maps. */
type Missing<Areas extends readonly Rejecting[]> = Exclude<
  Rejected['code'],
  PlainCode<Rejected> | RowsOf<Areas[number]> | keyof typeof SHARED_REJECTIONS
>

type Complete<Areas extends readonly Rejecting[]> = [Missing<Areas>] extends [never]
  ? Areas
  : { readonly missing: Missing<Areas> }

/**
 * Combines the areas' tables into the function that maps rejections of rules and writer to errors of the API. A missing
 * row is a compile error.
 * @throws when two areas have a row for the same code
 */
export function composeRejections<const Areas extends readonly Rejecting[]>(
  described: Areas & Complete<Areas>,
): (rejection: Rejected, pack: ContentPack) => ApiError {
  const areas: readonly Rejecting[] = described
  const table: RejectionTable = mergeTables<RejectionTable>([
    SHARED_REJECTIONS,
    ...areas.flatMap(({ rejections }) => rejections ?? []),
  ])

  function byRow<Code extends Rejected['code']>(
    code: Code,
    rejection: RejectedByCode[Code],
    pack: ContentPack,
  ): ApiError | undefined {
    return table[code]?.(rejection, pack)
  }
  return (rejection, pack) => {
    const { code } = rejection
    const error = byRow(code, rejection, pack)
    if (error !== undefined) return error
    if (!isErrorCode(code)) throw new Error(`No area maps the rejection ${code}`)
    return { code }
  }
}

/** English name of an item in an error; clients translate by id. */
export function nameOf(pack: ContentPack, itemId: number): string {
  return pack.itemById.get(itemId)?.names.en ?? `Item #${itemId}`
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}
