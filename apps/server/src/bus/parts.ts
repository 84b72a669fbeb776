/** A PostgreSQL notification must be shorter than 8,000 bytes; a UTF-16 unit takes at most 3. */
const PART_LENGTH = 2_400
const HIGH_SURROGATE_MIN = 0xd800
const HIGH_SURROGATE_MAX = 0xdbff

/** A complete text and its sender. */
export interface Part {
  readonly serverId: string
  readonly text: string
}

/** Splits a text into notifications of sender, index, count and part. */
export function splitIntoParts(serverId: string, text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    const until = endOfPart(text, from)
    parts.push(text.slice(from, until))
    from = until
  }
  return parts.map((part, index) => `${serverId} ${index} ${parts.length} ${part}`)
}

/** Does not split surrogate pairs: a lone surrogate cannot be encoded in UTF-8. */
function endOfPart(text: string, from: number): number {
  const until = Math.min(from + PART_LENGTH, text.length)
  const last = text.charCodeAt(until - 1)
  const isCut = until < text.length && last >= HIGH_SURROGATE_MIN && last <= HIGH_SURROGATE_MAX
  return isCut ? until - 1 : until
}

/** Joins parts, which arrive in order but interleaved with those of other servers. @returns a text once it is complete */
export function joinParts(): (payload: string) => Part | undefined {
  const begun = new Map<string, string[]>()
  return (payload) => {
    const [, serverId = '', index = '', count = '', part = ''] = /^(\S+) (\d+) (\d+) ([\s\S]*)$/.exec(payload) ?? []
    const parts = Number(index) === 0 ? [] : begun.get(serverId)
    if (parts === undefined || parts.length !== Number(index)) {
      begun.delete(serverId)
      return undefined
    }
    parts.push(part)
    if (parts.length < Number(count)) {
      begun.set(serverId, parts)
      return undefined
    }
    begun.delete(serverId)
    return { serverId, text: parts.join('') }
  }
}
