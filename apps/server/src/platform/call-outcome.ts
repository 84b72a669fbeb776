import * as z from 'zod'

/** Outcome of a call to the platform's inventory service (rules §9). */
export type CallOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** It was not executed and never will be for this request. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may or may not have been executed. */
  | { readonly kind: 'ambiguous'; readonly reason: string }
  /** It was not executed: the key was rejected, or there were too many calls. An operator should be notified. */
  | { readonly kind: 'postponed'; readonly reason: string }

/** A stack of equal items in a player's platform inventory. */
export interface PlatformStack {
  readonly stackId: string
  readonly itemId: number
  readonly count: number
}

/** A raw response of the platform. */
export interface PlatformReply {
  readonly status: number
  /** The header `x-eresult`. */
  readonly eresult: string | undefined
  readonly text: string
}

const OK = 200
const ERESULT_OK = '1'
const NOT_LOOKED_AT: ReadonlySet<number> = new Set([401, 403, 429])
/**
 * Definitive rejections: invalid parameter (also for too few items in the stack), no such item, denied, too many items.
 * After other errors, such as busy or timeout, the call may still have been executed.
 */
const DEFINITE_REFUSALS: ReadonlySet<string> = new Set(['8', '9', '15', '25'])

const answer = z.object({ response: z.object({ item_json: z.string() }) })
const items = z.array(
  z.object({ itemid: z.coerce.string(), itemdefid: z.coerce.number(), quantity: z.coerce.number().int().min(0) }),
)

/** Only HTTP 200 with eresult 1 and a complete, readable body is a success. */
export function classifyReply({ status, eresult, text }: PlatformReply): CallOutcome<readonly PlatformStack[]> {
  if (NOT_LOOKED_AT.has(status)) return { kind: 'postponed', reason: `HTTP ${status}` }
  if (status !== OK || eresult !== ERESULT_OK) {
    const reason = `HTTP ${status}, eresult ${eresult ?? 'none'}`
    const isDefinite = status < 500 && eresult !== undefined && DEFINITE_REFUSALS.has(eresult)
    return isDefinite ? { kind: 'refused', reason } : { kind: 'ambiguous', reason }
  }
  const stacks = readStacks(text)
  return stacks === undefined ? { kind: 'ambiguous', reason: 'unreadable answer' } : { kind: 'done', value: stacks }
}

function readStacks(text: string): readonly PlatformStack[] | undefined {
  try {
    const parsed = items.safeParse(JSON.parse(answer.parse(JSON.parse(text)).response.item_json))
    return parsed.success
      ? parsed.data.map(({ itemid, itemdefid, quantity }) => ({ stackId: itemid, itemId: itemdefid, count: quantity }))
      : undefined
  } catch {
    return undefined
  }
}
