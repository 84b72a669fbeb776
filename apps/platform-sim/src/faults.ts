import { REMEMBERED_MIN_MS, type Circumstances } from './inventory.ts'

/** Faults of inventory calls. */
export const FAULTS = [
  /** Executed, but the connection ends before the response. */
  'reply_lost',
  /** No response; executed after the caller has given up. */
  'late',
  /** No response, not executed. */
  'silent',
  /** 429, 401 or 500, not executed. */
  'limited',
  'unauthorized',
  'broken',
  /** The inventory is full: new requests are refused. */
  'refused',
  /** Executed, but the response is 500, not JSON, or truncated. */
  'broken_after',
  'garbage',
  'half',
  /** Executed and answered, but its request id is forgotten as early as the platform ever does. */
  'forgetful',
] as const
export type Fault = (typeof FAULTS)[number]

/** The effect of a fault on the inventory. */
export function circumstancesOf(fault: Fault | undefined): Circumstances {
  return {
    ...(fault === 'forgetful' ? { rememberedMs: REMEMBERED_MIN_MS } : {}),
    isFull: fault === 'refused',
  }
}

/** A response before it is sent. */
export interface Reply {
  readonly status: number
  readonly eresult: number | undefined
  readonly text: string
  /** The header `x-error_message`. */
  readonly error?: string
}

/** What a caller observes: a response, the end of the connection, or silence. */
export type Heard = { readonly kind: 'reply'; readonly reply: Reply } | { readonly kind: 'cut' | 'silence' }

/** Decides which calls fail and how, deterministically by seed. */
export class FaultPlan {
  /** Longest delay of late effects, in milliseconds. */
  readonly lateMaxMs: number
  readonly #share: number
  #state: number

  /** @param share of calls that fail, 0 to 1 */
  constructor(seed: string, share: number, lateMaxMs: number) {
    this.#share = share
    this.lateMaxMs = lateMaxMs
    this.#state = hash(seed)
  }

  next(): Fault | undefined {
    if (this.#draw() >= this.#share) return undefined
    return FAULTS[Math.floor(this.#draw() * FAULTS.length)]
  }

  /** Delay of a late effect. */
  lateMs(): number {
    return Math.floor(this.#draw() * this.lateMaxMs)
  }

  /** 0 up to 1 (mulberry32). */
  #draw(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}

/**
 * Executes a call under a fault.
 * @param run executes it and returns the response
 * @param later runs something after a delay in milliseconds
 */
export function performUnder(
  fault: Fault | undefined,
  plan: FaultPlan | undefined,
  run: () => Reply,
  later: (delayMs: number, act: () => void) => void,
): Heard {
  switch (fault) {
    case undefined:
    case 'forgetful':
    case 'refused':
      return heard(run())
    case 'limited':
      return heard({ status: 429, eresult: 84, text: '' })
    case 'unauthorized':
      return heard({ status: 401, eresult: undefined, text: 'Unauthorized' })
    case 'broken':
      return heard({ status: 500, eresult: undefined, text: 'Internal Server Error' })
    case 'silent':
      return { kind: 'silence' }
    case 'late':
      later(plan?.lateMs() ?? 0, () => void run())
      return { kind: 'silence' }
    case 'reply_lost':
      run()
      return { kind: 'cut' }
    case 'broken_after':
      run()
      return heard({ status: 500, eresult: undefined, text: 'Internal Server Error' })
    case 'garbage':
      return heard({ ...run(), text: '<html><body>Please wait</body></html>' })
    case 'half': {
      const reply = run()
      return heard({ ...reply, text: reply.text.slice(0, reply.text.length / 2) })
    }
  }
}

function heard(reply: Reply): Heard {
  return { kind: 'reply', reply }
}
