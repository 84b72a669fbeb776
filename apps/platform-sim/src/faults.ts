import { REMEMBERED_MIN_MS, type Circumstances } from './inventory.ts'

/** What may go wrong with a call to the inventories. */
export const FAULTS = [
  /** It is done, and the connection ends before the answer. */
  'reply_lost',
  /** Nothing is heard; it is done after the caller has given up. */
  'late',
  /** Nothing is heard, and nothing done. */
  'silent',
  /** 429, 401 and 500, and nothing done. */
  'limited',
  'unauthorized',
  'broken',
  /** No room in the inventory just now: what was not done before is refused. */
  'refused',
  /** It is done, and the answer is 500, no JSON, or half of it. */
  'broken_after',
  'garbage',
  'half',
  /** It is done and answered, and its request id forgotten as soon as the platform ever forgets one. */
  'forgetful',
] as const
export type Fault = (typeof FAULTS)[number]

/** What a fault means to the inventory itself. */
export function circumstancesOf(fault: Fault | undefined): Circumstances {
  return {
    ...(fault === 'forgetful' ? { rememberedMs: REMEMBERED_MIN_MS } : {}),
    isFull: fault === 'refused',
  }
}

/** An answer before it goes over the wire. */
export interface Reply {
  readonly status: number
  readonly eresult: number | undefined
  readonly text: string
  /** The header `x-error_message`. */
  readonly error?: string
}

/** What a caller gets: an answer, the end of the connection, or silence. */
export type Heard = { readonly kind: 'reply'; readonly reply: Reply } | { readonly kind: 'cut' | 'silence' }

/** Draws which calls go wrong, and how: the same again from the same seed. */
export class FaultPlan {
  /** How late what comes late is, at most, in milliseconds. */
  readonly lateMaxMs: number
  readonly #share: number
  #state: number

  /** @param share of calls that go wrong, 0 to 1 */
  constructor(seed: string, share: number, lateMaxMs: number) {
    this.#share = share
    this.lateMaxMs = lateMaxMs
    this.#state = hash(seed)
  }

  next(): Fault | undefined {
    if (this.#draw() >= this.#share) return undefined
    return FAULTS[Math.floor(this.#draw() * FAULTS.length)]
  }

  /** How late something is that comes late. */
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
 * Does a call under a fault.
 * @param run does it, and answers
 * @param later does something after so many milliseconds
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
