import { CHAT_TEXT_LENGTH_MAX } from '@clutch/contract/constants'
import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import { skeletonOf } from './skeleton.ts'

/** Control characters but line breaks, and signs that turn the direction of what follows. */
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const BREAKS = /\n{3,}/g
/** Texts that share this part of their pairs of letters are the same to a reader. */
const ALIKE_SHARE = 0.9

/** A text as it is stored: trimmed, without signs that only disturb. Answers why it cannot be sent otherwise. */
export function cleanText(text: string): ApiResult<string> {
  const clean = text
    .replaceAll('\r\n', '\n')
    .replaceAll(HIDDEN, (sign) => (sign === '\n' ? sign : ''))
    .replaceAll(BREAKS, '\n\n')
    .trim()
  if (clean === '') return fail({ code: 'message_empty' })
  const length = Array.from(clean).length
  if (length > CHAT_TEXT_LENGTH_MAX) return fail({ code: 'message_too_long', params: { max: CHAT_TEXT_LENGTH_MAX } })
  return succeed(clean)
}

/** Whether two messages say the same but for case, spaces, punctuation or a letter or two (rules §12). */
export function isNearRepeat(text: string, earlier: string): boolean {
  const [one, other] = [plainOf(text), plainOf(earlier)]
  if (one === other) return true
  const [pairs, others] = [pairsOf(one), pairsOf(other)]
  const total = one.length + other.length - 2
  if (total <= 0) return false
  let shared = 0
  for (const [pair, count] of pairs) shared += Math.min(count, others.get(pair) ?? 0)
  return (2 * shared) / total >= ALIKE_SHARE
}

/** Signs alone are told apart as they are: a text of nothing but them has no letters to compare. */
function plainOf(text: string): string {
  const letters = skeletonOf(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
  return letters === '' ? text.replaceAll(/\s/gu, '') : letters
}

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < text.length; at += 1) {
    const pair = text.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}
