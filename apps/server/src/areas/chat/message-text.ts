import { CHAT_TEXT_LENGTH_MAX } from '@clutch/contract/constants'
import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import { isVisible, withoutInvisible } from '../../text/invisible.ts'
import { skeletonOf } from './skeleton.ts'

const BREAKS = /\n{3,}/g
/** Texts that share this part of their letter pairs count as nearly equal. */
const ALIKE_SHARE = 0.9

/** Cleans a text for storage: trimmed, without invisible characters. Returns an error when it cannot be sent (rules §17). */
export function cleanText(text: string): ApiResult<string> {
  const clean = withoutInvisible(text).replaceAll(BREAKS, '\n\n').trim()
  if (!isVisible(clean)) return fail({ code: 'message_empty' })
  const length = Array.from(clean).length
  if (length > CHAT_TEXT_LENGTH_MAX) return fail({ code: 'message_too_long', params: { max: CHAT_TEXT_LENGTH_MAX } })
  return succeed(clean)
}

/** Whether two messages are equal apart from case, look-alikes, accents, spaces and punctuation. */
export function isSameText(text: string, other: string): boolean {
  return plainOf(text) === plainOf(other)
}

/** Whether two messages differ only by a letter or two. */
export function isAlike(text: string, other: string): boolean {
  const [one, two] = [plainOf(text), plainOf(other)]
  if (one === two) return true
  const [pairs, others] = [pairsOf(one), pairsOf(two)]
  const total = one.length + two.length - 2
  if (total <= 0) return false
  let shared = 0
  for (const [pair, count] of pairs) shared += Math.min(count, others.get(pair) ?? 0)
  return (2 * shared) / total >= ALIKE_SHARE
}

/** A text without letters is compared by its symbols. */
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
