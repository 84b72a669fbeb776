import { randomUUID } from 'node:crypto'
import type { ContentPack } from '@clutch/content'
import { rngFromText } from '@clutch/economy'
import type { Chat } from '../areas/chat/chat.ts'
import { sendMessage } from '../areas/chat/send-message.ts'
import type { Config } from '../config.ts'
import type { LiveHub } from '../live/hub.ts'
import { TraderTalk } from './trader-talk.ts'

interface TalkOptions {
  readonly chat: Chat
  readonly hub: Pick<LiveHub, 'size'>
  readonly config: Pick<Config, 'demoTalk'>
  readonly pack: ContentPack
}

/** How simulated traders talk, where the pack names a channel for it and the operator wants it. */
export function letTradersTalk({ chat, hub, config, pack }: TalkOptions): TraderTalk | undefined {
  const channelId = pack.demoEconomy.talkChannelId
  if (channelId === null || !config.demoTalk) return undefined
  return new TraderTalk({
    say: (userId, text) =>
      sendMessage(chat, { userId, body: { channel_id: String(channelId), text }, idempotencyKey: undefined }),
    isHeard: () => hub.size > 0,
    rng: rngFromText(randomUUID()),
    nowMs: () => Date.now(),
  })
}
