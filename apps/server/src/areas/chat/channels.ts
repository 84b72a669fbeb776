import type { ChatChannel as PackChannel, ContentPack } from '@clutch/content'

/** The properties of a channel that messages are checked against. */
export type Channel =
  | { readonly id: string; readonly kind: 'public'; readonly inPack: PackChannel }
  | { readonly id: string; readonly kind: 'private'; readonly members: readonly [string, string] }

const PRIVATE = /^friends:([0-9a-f-]{36}):([0-9a-f-]{36})$/

/** Id of the private channel of two players, independent of their order. */
export function privateChannelId(one: string, other: string): string {
  return one < other ? `friends:${one}:${other}` : `friends:${other}:${one}`
}

/** Parses a channel id; undefined when it is neither a channel of the pack nor a private one. */
export function findChannel(pack: ContentPack, id: string): Channel | undefined {
  const inPack = pack.chatChannels.find((channel) => String(channel.id) === id)
  if (inPack !== undefined) return { id, kind: 'public', inPack }
  const [, low, high] = PRIVATE.exec(id) ?? []
  if (low === undefined || high === undefined || low >= high) return undefined
  return { id, kind: 'private', members: [low, high] }
}

/** The other member of a private channel; undefined for a player who is not a member. */
export function otherMember({ members: [low, high] }: Channel & { kind: 'private' }, userId: string) {
  if (userId === low) return high
  return userId === high ? low : undefined
}
