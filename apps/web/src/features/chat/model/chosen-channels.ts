import type { ChatChannel } from '@clutch/contract'

/** What somebody follows who has not chosen yet: the first channel in which something is new, else the first of all. */
export function firstChosen(channels: readonly Pick<ChatChannel, 'ID' | 'unread'>[]): readonly string[] {
  const first = channels.find(({ unread }) => unread > 0) ?? channels[0]
  return first === undefined ? [] : [first.ID]
}
