import * as z from 'zod'

/** What came of a call to the platform's inventories (rules §9). */
export type CallOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** It was not done and never will be for this request. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nobody knows whether it was done. */
  | { readonly kind: 'ambiguous'; readonly reason: string }
  /** It was not looked at: the key is refused, or there were too many calls. Somebody should know. */
  | { readonly kind: 'postponed'; readonly reason: string }

/** A stack of equal items in somebody's inventory on the platform. */
export interface PlatformStack {
  readonly stackId: string
  readonly itemId: number
  readonly count: number
}

/** An answer of the platform as it came over the wire. */
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
 * Results that say no for good: invalid parameter (also: too few in the stack), no such item, denied, too many items.
 * Whatever else says no, such as busy or time-out, may have come after the deed.
 */
const DEFINITE_REFUSALS: ReadonlySet<string> = new Set(['8', '9', '15', '25'])

const answer = z.object({ response: z.object({ item_json: z.string() }) })
const items = z.array(
  z.object({ itemid: z.coerce.string(), itemdefid: z.coerce.number(), quantity: z.coerce.number().int().min(0) }),
)

/** Success is HTTP 200 with eresult 1, whole and readable, and nothing else. */
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
