import { mergeTables, type ErrorTable } from './area.ts'
import { AREAS, SERVER_ERRORS } from './calls/index.ts'

/** Errors that belong to no area: of any call, the ledger, or the platform. */
const GENERAL_ERRORS = {
  invalid_input: { status: 400, message: 'Invalid input: {detail}' },
  invalid_text: { status: 400, message: 'This text contains characters that cannot be stored: {detail}' },
  amount_too_large: { status: 400, message: 'Amount too large' },
  unauthorized: { status: 401, message: 'Sign in first' },
  forbidden: { status: 403, message: 'Not allowed' },
  sign_in_too_old: { status: 403, message: 'Sign in again: this needs a sign-in within the last 12 hours' },
  origin_not_allowed: { status: 403, message: 'Origin not allowed' },
  not_found: { status: 404, message: 'Not found' },
  user_not_found: { status: 404, message: 'Player not found' },
  unknown_item: { status: 404, message: 'Item #{item_id} does not exist' },
  recipe_not_found: { status: 404, message: 'Recipe not found' },
  payload_too_large: { status: 413, message: 'Request body too large' },
  unsupported_media_type: { status: 415, message: 'Unsupported content type' },
  idempotency_conflict: { status: 409, message: 'This idempotency key was used for another request' },
  economy_frozen: { status: 409, message: 'The economy is halted for now: the operator has been notified' },
  not_enough_items: { status: 409, message: 'Not enough items: {name}' },
  not_enough_coins: { status: 409, message: 'Not enough coins' },
  options_missing: { status: 409, message: 'Please select an item for each input slot' },
  option_not_available: { status: 409, message: 'Item #{item_id} does not fit this slot' },
  rate_limited: { status: 429, message: 'Too many requests, try again in {retry_after_s} s' },
  internal: { status: 500, message: 'Something went wrong' },
  unavailable: { status: 503, message: 'Temporarily unavailable, try again' },
  platform_unavailable: { status: 502, message: 'The store platform does not respond' },
} as const satisfies ErrorTable

/**
 * Every error of the API: its stable code, HTTP status and English message (rules §0). The client translates codes; the
 * message is for other clients. `{name}` is filled from the error's params.
 */
export const ERRORS = mergeTables([
  GENERAL_ERRORS,
  SERVER_ERRORS,
  ...AREAS.flatMap((area) => ('errors' in area ? [area.errors] : [])),
])

export type ErrorCode = keyof typeof ERRORS
export type ErrorParams = Readonly<Record<string, string | number>>

/** The body of every 4xx and 5xx response. */
export interface ErrorBody {
  readonly code: ErrorCode
  readonly message: string
  readonly params: ErrorParams
}

/** Builds the body for a code; placeholders without a param stay empty. */
export function errorBody(code: ErrorCode, params: ErrorParams = {}): ErrorBody {
  const message = ERRORS[code].message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
  return { code, message, params }
}
