/** A notification of PostgreSQL has less than 8,000 bytes; a UTF-16 unit has 3 at most. */
const PART_LENGTH = 2_400
const HIGH_SURROGATE_MIN = 0xd800
const HIGH_SURROGATE_MAX = 0xdbff

/** A text that has arrived whole, and whose it is. */
export interface Part {
  readonly serverId: string
  readonly text: string
}

/** Cuts a text into notifications: who sends it, which part of how many, and the part. */
export function splitIntoParts(serverId: string, text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    const until = endOfPart(text, from)
    parts.push(text.slice(from, until))
    from = until
  }
  return parts.map((part, index) => `${serverId} ${index} ${parts.length} ${part}`)
}

/** Two units that make one sign stay together: alone they could not be encoded. */
function endOfPart(text: string, from: number): number {
  const until = Math.min(from + PART_LENGTH, text.length)
  const last = text.charCodeAt(until - 1)
  const isCut = until < text.length && last >= HIGH_SURROGATE_MIN && last <= HIGH_SURROGATE_MAX
  return isCut ? until - 1 : until
}

/** Puts texts together again, whose parts come in order, those of different servers mixed. @returns one once it is whole. */
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
