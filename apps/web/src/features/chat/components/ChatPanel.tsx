import type { Profile } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#shared/account/profile.ts'
import { usePricesLoad } from '#shared/market/prices.ts'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import { useChannels, type Channels } from '../api/channels.ts'
import { useChatLog } from '../hooks/use-chat-log.ts'
import { useChosenChannels } from '../hooks/use-chosen-channels.ts'
import { useReadMarks } from '../hooks/use-read-mark.ts'
import { useSendMessage, type Refusal } from '../hooks/use-send-message.ts'
import type { ChatLine } from '../model/chat-log.ts'
import { ChannelChoice } from './ChannelChoice.tsx'
import styles from './ChatPanel.module.css'
import { Composer } from './Composer.tsx'
import { MessageList } from './MessageList.tsx'

/** The chat: channel selection, messages and composer (document 2 §2, rules §12). */
export function ChatPanel() {
  const { t } = useTranslation('chat')
  const { data, error, refetch } = useChannels()
  const { data: profile } = useProfile()
  if (data === undefined || profile === undefined) {
    return error === null ? <Skeleton shape="entries" /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  if (data.response.length === 0) return <EmptyState subject="messages">{t('no_channels')}</EmptyState>
  return <OpenChat key={profile.id} channels={data} profile={profile} />
}

function OpenChat({ channels, profile }: { readonly channels: Channels; readonly profile: Profile }) {
  const { t } = useTranslation('chat')
  usePricesLoad()
  const { chosen, choose } = useChosenChannels(channels.response)
  const history = useChatLog(
    chosen.map(({ ID }) => ID),
    profile.id,
  )
  const shown = chosen.map(({ ID }) => ID).join(' ')
  // Other channels start at their end.
  const [end, setEnd] = useState({ shown, isAtEnd: true })
  const isAtEnd = end.shown !== shown || end.isAtEnd
  const setAtEnd = (isThere: boolean) => setEnd({ shown, isAtEnd: isThere })
  const [refusal, setRefusal] = useState<Refusal | undefined>()
  const sending = useSendMessage(history.log, setRefusal)
  const newAfter = useReadMarks(history.state, chosen, isAtEnd)
  return (
    <div className={styles['chat']}>
      <ChannelChoice channels={channels.response} chosen={chosen} onChoose={choose} />
      {chosen.length === 0 ? (
        <EmptyState subject="messages">{t('choose_channel')}</EmptyState>
      ) : (
        <MessageList
          key={shown}
          history={history}
          channels={chosen}
          linkDomains={channels.link_domains}
          profile={profile}
          newAfter={newAfter}
          isAtEnd={isAtEnd}
          onAtEnd={setAtEnd}
          onRetry={sending.retry}
        />
      )}
      <Composer
        key={profile.id}
        ownId={profile.id}
        channels={chosen}
        timeOut={channels.time_out}
        isModerator={profile.roles.includes('moderator')}
        namesInSight={namesOf(history.lines, profile.name)}
        lastSentSec={lastSentOf(history.lines, profile.id)}
        refusal={refusal}
        onSend={(channelId, text) => {
          setRefusal(undefined)
          // The sent message appears at the end, so scroll there.
          setAtEnd(true)
          sending.send(channelId, text)
        }}
      />
    </div>
  )
}

/** Recent senders, for mentions. */
function namesOf(lines: readonly ChatLine[], ownName: string): readonly string[] {
  const names = lines.flatMap((line) => (line.kind === 'message' ? [line.message.sender_name] : []))
  return [...new Set(names.toReversed())].filter((name) => name !== ownName)
}

/** The player's last message per channel, in Unix seconds. */
function lastSentOf(lines: readonly ChatLine[], ownId: string): ReadonlyMap<string, number> {
  return new Map(
    lines.flatMap((line) =>
      line.kind === 'message' && line.message.user_uuid === ownId
        ? [[line.message.channel_id, line.message.sent_at] as const]
        : [],
    ),
  )
}
