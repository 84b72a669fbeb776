import type { Profile } from '@clutch/contract'
import { IconArrowDown } from '@tabler/icons-react'
import { Fragment, type UIEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import type { Channel } from '../api/channels.ts'
import type { ChatHistory } from '../hooks/use-chat-log.ts'
import { useScrollPlace } from '../hooks/use-scroll-place.ts'
import type { ChatLine } from '../model/chat-log.ts'
import { isFirstOfDay } from '../model/days.ts'
import { DraftLine, type Draft } from './DraftLine.tsx'
import { MessageLine } from './MessageLine.tsx'
import styles from './MessageList.module.css'

/** Older messages load this far before the top. */
const TOP_PX = 240
/** Messages of one sender within this time are shown under one name. */
const SAME_TURN_SEC = 300

interface MessageListProps {
  readonly history: ChatHistory
  readonly channels: readonly Channel[]
  readonly linkDomains: readonly string[]
  readonly profile: Profile
  /** Each channel's read mark when it was opened. */
  readonly newAfter: ReadonlyMap<string, number>
  /** Whether the list is, or should be, scrolled to the newest messages. */
  readonly isAtEnd: boolean
  readonly onAtEnd: (isAtEnd: boolean) => void
  readonly onRetry: (draft: Draft) => void
}

/** The messages, oldest first. Follows the end while scrolled there, and keeps its position otherwise. */
export function MessageList(props: MessageListProps) {
  const { history, channels, linkDomains, profile, newAfter, isAtEnd, onAtEnd, onRetry } = props
  const { t } = useTranslation('chat')
  const format = useFormat()
  const { lines, isLoading, error, hasOlder, loadOlder, retry } = history
  const { scroller, onScroll } = useScrollPlace(isAtEnd, onAtEnd)
  const scroll = ({ currentTarget: box }: UIEvent<HTMLElement>) => {
    onScroll(box)
    if (box.scrollTop < TOP_PX && hasOlder) loadOlder()
  }
  if (lines.length === 0 && isLoading) {
    return error === null ? <Skeleton shape="entries" /> : <ErrorState error={error} onRetry={retry} />
  }
  const newAt = lines.find((line) => isNew(line, newAfter, profile.id))?.key
  return (
    <div className={styles['frame']}>
      <div ref={scroller} className={styles['scroller']} onScroll={scroll} role="log" aria-label={t('messages')}>
        {error !== null && <ErrorState error={error} onRetry={retry} />}
        {lines.length === 0 ? (
          <EmptyState subject="messages">{t('empty')}</EmptyState>
        ) : (
          <ol className={styles['lines']}>
            {lines.map((line, index) => (
              <Fragment key={line.key}>
                {line.kind === 'message' && isFirstOfDay(timeOf(lines[index - 1]), line.message.sent_at) && (
                  <li className={styles['day']} data-heading>
                    {format.date(line.message.sent_at)}
                  </li>
                )}
                {line.key === newAt && (
                  <li className={styles['new']} data-heading>
                    {t('new_since')}
                  </li>
                )}
                {line.kind === 'draft' ? (
                  <DraftLine draft={line} onRetry={onRetry} onDiscard={({ key }) => history.log.dropDraft(key)} />
                ) : (
                  <MessageLine
                    message={line.message}
                    isFollowing={isSameTurn(lines[index - 1], line) && line.key !== newAt}
                    isLast={line.key === lines.findLast(({ kind }) => kind === 'message')?.key}
                    channelName={
                      channels.length > 1 ? channels.find(({ ID }) => ID === line.message.channel_id)?.Name : undefined
                    }
                    linkDomains={linkDomains}
                    profile={profile}
                    log={history.log}
                  />
                )}
              </Fragment>
            ))}
          </ol>
        )}
      </div>
      {!isAtEnd && (
        <Button className={styles['toEnd']} onClick={() => onAtEnd(true)}>
          <IconArrowDown size={16} aria-hidden="true" />
          {t('to_newest')}
        </Button>
      )}
    </div>
  )
}

function isNew(line: ChatLine, newAfter: ReadonlyMap<string, number>, ownId: string): boolean {
  if (line.kind === 'draft' || line.message.user_uuid === ownId) return false
  const mark = newAfter.get(line.message.channel_id) ?? 0
  return mark > 0 && line.message.id > mark
}

function timeOf(line: ChatLine | undefined): number | undefined {
  return line?.kind === 'message' ? line.message.sent_at : undefined
}

function isSameTurn(before: ChatLine | undefined, line: ChatLine): boolean {
  if (before?.kind !== 'message' || line.kind !== 'message') return false
  const [one, other] = [before.message, line.message]
  return (
    one.user_uuid === other.user_uuid &&
    one.channel_id === other.channel_id &&
    other.sent_at - one.sent_at < SAME_TURN_SEC &&
    !isFirstOfDay(one.sent_at, other.sent_at)
  )
}
