import type { DecisionContext } from './command.ts'
import { WORLD } from './ledger/accounts.ts'
import { hashText } from './chance/hash-text.ts'
import type { Rng } from './chance/rng.ts'

const TIME_HEX_DIGITS = 12
const ORDER_MAX = 0xfff
const ORDER_HEX_DIGITS = 3
const WORD_HEX_DIGITS = 8

/**
 * The context of what falls due for a subject at one moment. Its ids are made from the moment and the place in it, so
 * that settling late, in other portions or once more after a crash makes the very same operations: they carry the
 * time they were due, and the second of two alike would not get into the ledger.
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

/** A version 7 uuid: the moment, the place among the subject's operations of it, and what tells subjects apart. */
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
