import type { ChatMessage, Profile } from '@clutch/contract'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Menu, MenuItem } from '#shared/ui/Menu.tsx'
import { moveFocus, VERTICAL } from '#shared/ui/move-focus.ts'
import type { ChatLog } from '../model/chat-log.ts'
import { mentions } from '../model/message-parts.ts'
import styles from './MessageLine.module.css'
import { MessageText } from './MessageText.tsx'

const DeleteMessageDialog = lazyChunk(
  async () => (await import('#shared/moderation/DeleteMessageDialog.tsx')).DeleteMessageDialog,
)
const ReportDialog = lazyChunk(async () => (await import('./ReportDialog.tsx')).ReportDialog)
const TimeOutDialog = lazyChunk(async () => (await import('#shared/moderation/TimeOutDialog.tsx')).TimeOutDialog)

type Act = 'delete' | 'report' | 'time_out'

interface MessageLineProps {
  readonly message: ChatMessage
  /** The previous message is by the same sender and recent: the name is not repeated. */
  readonly isFollowing: boolean
  /** The tab stop among all messages. */
  readonly isLast: boolean
  /** Set if several channels are listed. */
  readonly channelName: string | undefined
  readonly linkDomains: readonly string[]
  readonly profile: Profile
  readonly log: ChatLog
}

/** One message with sender, time and actions. */
export function MessageLine(props: MessageLineProps) {
  const { message, isFollowing, isLast, channelName, linkDomains, profile, log } = props
  const { t } = useTranslation('chat')
  const format = useFormat()
  const [opener, setOpener] = useState<Element | null>(null)
  const [act, setAct] = useState<Act | undefined>()
  const isOwn = message.user_uuid === profile.id
  const isCalled = !isOwn && mentions(message.text, profile.name)
  const acts: readonly Act[] = isOwn
    ? ['delete']
    : profile.roles.includes('moderator')
      ? ['report', 'delete', 'time_out']
      : ['report']
  const close = () => setAct(undefined)
  return (
    <li className={styles['line']} data-own={isOwn || undefined} data-called={isCalled || undefined}>
      {!isFollowing && (
        <p className={styles['head']}>
          <span className={styles['sender']}>{message.sender_name}</span>
          {channelName !== undefined && <span className={styles['channel']}>{channelName}</span>}
          <time className={styles['time']} title={format.dateTime(message.sent_at)}>
            {format.time(message.sent_at)}
          </time>
        </p>
      )}
      {message.deleted_by === null ? (
        <div className={styles['row']}>
          <p className={styles['text']}>
            <MessageText text={message.text} linkDomains={linkDomains} ownName={profile.name} />
          </p>
          <Button
            look="quiet"
            isIcon
            // One message is a tab stop; arrows move to the others.
            data-message
            tabIndex={isLast ? 0 : -1}
            className={styles['more']}
            aria-haspopup="menu"
            aria-expanded={opener !== null}
            onClick={({ currentTarget }) => setOpener(currentTarget)}
            onKeyDown={(event) =>
              moveFocus(event, event.currentTarget.closest('[role="log"]'), '[data-message]', VERTICAL)
            }
            aria-label={t('actions_of', { name: message.sender_name, text: message.text.slice(0, LABEL_LENGTH) })}
          >
            <IconDots size={16} />
          </Button>
          {opener !== null && (
            <Menu opener={opener} label={t('message_actions')} onClose={() => setOpener(null)}>
              {acts.map((each) => (
                <MenuItem key={each} onChoose={() => setAct(each)}>
                  {t(`acts.${each}`)}
                </MenuItem>
              ))}
            </Menu>
          )}
        </div>
      ) : (
        <p className={styles['tombstone']}>{t(`deleted.${message.deleted_by}`)}</p>
      )}
      <Suspense>
        {act === 'delete' && (
          <DeleteMessageDialog
            message={message}
            onClose={close}
            onDeleted={() => log.bury(message.id, isOwn ? 'sender' : 'moderator')}
          />
        )}
        {act === 'report' && <ReportDialog message={message} onClose={close} />}
        {act === 'time_out' && (
          <TimeOutDialog userUuid={message.user_uuid} name={message.sender_name} onClose={close} />
        )}
      </Suspense>
    </li>
  )
}

const LABEL_LENGTH = 40
