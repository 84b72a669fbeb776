import { randomUUID } from 'node:crypto'
import type { ContentPack } from '@clutch/content'
import { rngFromText } from '@clutch/economy'
import type { Chat } from '../areas/chat/chat.ts'
import { sendMessage } from '../areas/chat/send-message.ts'
import type { Config } from '../config.ts'
import type { Broadcaster } from '../live/broadcaster.ts'
import { TraderTalk } from './trader-talk.ts'

interface TalkOptions {
  readonly chat: Chat
  readonly broadcaster: Pick<Broadcaster, 'size'>
  readonly config: Pick<Config, 'demoTalk'>
  readonly pack: ContentPack
}

/** Enables traders' chat messages if the pack names a channel for them and the operator allows it. */
export function letTradersTalk({ chat, broadcaster, config, pack }: TalkOptions): TraderTalk | undefined {
  const channelId = pack.demoEconomy.talkChannelId
  if (channelId === null || !config.demoTalk) return undefined
  return new TraderTalk({
    say: (userId, text) =>
      sendMessage(chat, { userId, body: { channel_id: String(channelId), text }, idempotencyKey: undefined }),
    isHeard: () => broadcaster.size > 0,
    rng: rngFromText(randomUUID()),
    nowMs: () => Date.now(),
  })
}
