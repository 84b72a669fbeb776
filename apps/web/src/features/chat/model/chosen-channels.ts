import type { ChatChannel } from '@clutch/contract'

/** The default channel: the first one with unread messages, else the first of all. */
export function firstChosen(channels: readonly Pick<ChatChannel, 'ID' | 'unread'>[]): readonly string[] {
  const first = channels.find(({ unread }) => unread > 0) ?? channels[0]
  return first === undefined ? [] : [first.ID]
}
