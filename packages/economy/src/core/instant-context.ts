import type { DecisionContext } from './command.ts'
import { WORLD } from './ledger/accounts.ts'
import { hashText } from './chance/hash-text.ts'
import type { Rng } from './chance/rng.ts'

const TIME_HEX_DIGITS = 12
const ORDER_MAX = 0xfff
const ORDER_HEX_DIGITS = 3
const WORD_HEX_DIGITS = 8

/**
 * The context of a subject's work due at one time. Its ids derive from that time and the position in it, so that
 * settling late, in other portions or again after a crash produces the same operations; the ledger's primary key
 * rejects duplicates.
 */
export function instantContext(
  kind: string,
  subjectId: string,
  atMs: number,
  rngFor: (operationId: string) => Rng,
): DecisionContext {
  const subject = kind === 'player' ? subjectId : `${kind}/${subjectId}`
  let order = 0
  return {
    nowMs: atMs,
    actorId: WORLD,
    newId() {
      const id = idOfInstant(subject, atMs, order)
      order += 1
      return id
    },
    rngFor,
  }
}

/**
 * A version 7 UUID of the time, the position among the subject's operations at that time, and a hash of the subject.
 */
function idOfInstant(subject: string, atMs: number, order: number): string {
  const time = atMs.toString(16).padStart(TIME_HEX_DIGITS, '0')
  const place = Math.min(order, ORDER_MAX).toString(16).padStart(ORDER_HEX_DIGITS, '0')
  const [first, second, third] = hashText(`${subject}/${atMs}/${order}`)
  const variant = (0x8 + (third & 3)).toString(16)
  const rest = `${toHex(first)}${toHex(second)}`
  const head = `${time.slice(0, 8)}-${time.slice(8)}-7${place}`
  return `${head}-${variant}${rest.slice(0, 3)}-${rest.slice(3, 15)}`
}

function toHex(word: number): string {
  return (word >>> 0).toString(16).padStart(WORD_HEX_DIGITS, '0')
}
