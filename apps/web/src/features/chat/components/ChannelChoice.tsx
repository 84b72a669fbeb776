import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { badgeText } from '#shared/ui/Badge.tsx'
import { Button } from '#shared/ui/Button.tsx'
import type { Channel } from '../api/channels.ts'
import styles from './ChannelChoice.module.css'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Popover } from '#shared/ui/Popover.tsx'

interface ChannelChoiceProps {
  readonly channels: readonly Channel[]
  readonly chosen: readonly Channel[]
  readonly onChoose: (ids: readonly string[]) => void
}

/** Multi-select of channels: 'Select channels', the name of one, or 'N channels' (document 2 §2). */
export function ChannelChoice({ channels, chosen, onChoose }: ChannelChoiceProps) {
  const { t } = useTranslation('chat')
  const [opener, setOpener] = useState<Element | null>(null)
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
      <Button
        aria-haspopup="dialog"
        aria-expanded={opener !== null}
        className={styles['opener']}
        onClick={({ currentTarget }) => setOpener(opener === null ? currentTarget : null)}
      >
        <span className="visually-hidden">{t('channel_choice')}: </span>
        <span className={styles['label']}>{label}</span>
        <IconChevronDown size={16} aria-hidden="true" />
      </Button>
      {opener !== null && (
        <Popover opener={opener} label={t('channel_choice')} className={styles['menu']} onClose={() => setOpener(null)}>
          <Group title={t('public_channels')} channels={publicOnes} chosen={chosen} onToggle={toggle} />
          {privateOnes.length > 0 && (
            <Group title={t('private_channels')} channels={privateOnes} chosen={chosen} onToggle={toggle} />
          )}
        </Popover>
      )}
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
        <Checkbox
          key={ID}
          className={styles['channel']}
          isChecked={chosen.some((channel) => channel.ID === ID)}
          onChange={(isOn) => onToggle(ID, isOn)}
        >
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
        </Checkbox>
      ))}
    </fieldset>
  )
}
