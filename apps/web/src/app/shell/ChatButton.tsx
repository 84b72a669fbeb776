import { IconMessages } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import badge from '#shared/notifications/NotificationBell.module.css'
import { useChannels, useChannelsFollow } from '../../features/chat/api/channels.ts'
import { setChatOpen, useChatOpen } from './side-panel.ts'

export const CHAT_PANEL_ID = 'chat'
/** A badge says that there are many, not how many exactly. */
const BADGE_MAX = 99

/** Opens and closes the chat, and says how much in it is unread. */
export function ChatButton() {
  const { t } = useTranslation()
  const format = useFormat()
  useChannelsFollow()
  const { data } = useChannels()
  const unread = data?.response.reduce((sum, channel) => sum + channel.unread, 0) ?? 0
  const isOpen = useChatOpen()
  const amount = unread > BADGE_MAX ? `${BADGE_MAX}+` : format.exact(unread)
  const label = unread === 0 ? t('chat.open') : t('chat.open_unread', { amount })
  return (
    <div className={badge['bell']}>
      <Button
        look="quiet"
        isIcon
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? CHAT_PANEL_ID : undefined}
        onClick={() => setChatOpen(!isOpen)}
      >
        <IconMessages size={20} stroke={1.6} />
        {unread > 0 && (
          <span className={badge['badge']} aria-hidden="true">
            {amount}
          </span>
        )}
      </Button>
    </div>
  )
}
