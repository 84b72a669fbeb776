import { IconMessages } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#shared/account/profile.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Badge, BADGE_HOLDER } from '#shared/ui/Badge.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { useChannels, useChannelsFollow } from '../../features/chat/api/channels.ts'
import { setChatOpen, useChatOpen } from './side-panel.ts'

export const CHAT_PANEL_ID = 'chat'

/** Toggles the chat and shows its unread count. Only shown with a profile (document 2 §6). */
export function ChatButton() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: profile } = useProfile()
  useChannelsFollow()
  const { data } = useChannels()
  const unread = data?.response.reduce((sum, channel) => sum + channel.unread, 0) ?? 0
  const isOpen = useChatOpen()
  const label = unread === 0 ? t('chat.open') : t('chat.open_unread', { amount: format.exact(unread) })
  if (profile === undefined) return null
  return (
    <Button
      look="quiet"
      isIcon
      className={BADGE_HOLDER}
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      aria-controls={isOpen ? CHAT_PANEL_ID : undefined}
      onClick={() => setChatOpen(!isOpen)}
    >
      <IconMessages size={20} stroke={1.6} />
      <Badge count={unread} />
    </Button>
  )
}
