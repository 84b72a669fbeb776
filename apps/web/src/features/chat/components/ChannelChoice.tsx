import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { badgeText } from '#shared/ui/Badge.tsx'
import { Button } from '#shared/ui/Button.tsx'
import type { Channel } from '../api/channels.ts'
import styles from './ChannelChoice.module.css'

const MENU_ID = 'chat-channels'

interface ChannelChoiceProps {
  readonly channels: readonly Channel[]
  readonly chosen: readonly Channel[]
  readonly onChoose: (ids: readonly string[]) => void
}

/** Multi-select of channels: 'Select channels', the name of one, or 'N channels' (document 2 §2). */
export function ChannelChoice({ channels, chosen, onChoose }: ChannelChoiceProps) {
  const { t } = useTranslation('chat')
  const [only, ...others] = chosen
  const label =
    only === undefined
      ? t('select_channels')
      : others.length === 0
        ? only.Name
        : t('channels', { count: chosen.length })
  const toggle = (id: string, isOn: boolean) =>
    onChoose(channels.map(({ ID }) => ID).filter((each) => (each === id ? isOn : chosen.some(({ ID }) => ID === each))))
  const publicOnes = channels.filter(({ user_uuid }) => user_uuid === null)
  const privateOnes = channels.filter(({ user_uuid }) => user_uuid !== null)
  return (
    <div className={styles['choice']}>
      <Button popoverTarget={MENU_ID} className={styles['opener']}>
        <span className="visually-hidden">{t('channel_choice')}: </span>
        <span className={styles['label']}>{label}</span>
        <IconChevronDown size={16} aria-hidden="true" />
      </Button>
      <div id={MENU_ID} popover="auto" className={styles['menu']}>
        <Group title={t('public_channels')} channels={publicOnes} chosen={chosen} onToggle={toggle} />
        {privateOnes.length > 0 && (
          <Group title={t('private_channels')} channels={privateOnes} chosen={chosen} onToggle={toggle} />
        )}
      </div>
    </div>
  )
}

interface GroupProps {
  readonly title: string
  readonly channels: readonly Channel[]
  readonly chosen: readonly Channel[]
  readonly onToggle: (id: string, isOn: boolean) => void
}

function Group({ title, channels, chosen, onToggle }: GroupProps) {
  const { t } = useTranslation('chat')
  return (
    <fieldset className={styles['group']}>
      <legend>{title}</legend>
      {channels.map(({ ID, Name, Color, unread }) => (
        <label key={ID} className={styles['channel']}>
          <input
            type="checkbox"
            checked={chosen.some((channel) => channel.ID === ID)}
            onChange={(event) => onToggle(ID, event.target.checked)}
          />
          <span
            className={styles['dot']}
            style={Color === '' ? undefined : { background: `#${Color}` }}
            aria-hidden="true"
          />
          <span className={styles['name']}>{Name}</span>
          {unread > 0 && (
            <span className={styles['unread']}>
              <span className="visually-hidden">{t('unread')} </span>
              {badgeText(unread)}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
