import type { PlayerFile as File } from '@clutch/contract'
import { DAY_SEC } from '@clutch/contract/formats'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/States.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { usePlayerAct, usePlayerFile } from './player-file.ts'
import styles from '../AdminPanel.module.css'
import { ReasonField } from '../FormField.tsx'
import { Select } from '#shared/ui/Select.tsx'

const BAN_DAYS = [1, 7, 30, 365] as const

/** A player's sessions, notes and ban, with actions. */
export function PlayerFile({ steamId }: { readonly steamId: string }) {
  const { data, error, refetch } = usePlayerFile(steamId)
  if (data === undefined) {
    return error === null ? <Skeleton shape="sections" /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  return <Filled file={data} steamId={steamId} />
}

function Filled({ file, steamId }: { readonly file: File; readonly steamId: string }) {
  const { t } = useTranslation(['admin', 'operator'])
  const format = useFormat()
  return (
    <section className={styles['card']} aria-label={t('file.title')}>
      <h3 className={styles['name']}>{t('file.title')}</h3>
      <p>{t('file.open', { lots: format.exact(file.open_lots), jobs: format.exact(file.open_jobs) })}</p>
      {file.banned_until > 0 && (
        <p className={styles['problem']}>
          {t('file.banned', { time: format.dateTime(file.banned_until), reason: file.ban_reason })}
        </p>
      )}
      {file.trading_frozen !== '' && (
        <p className={styles['problem']}>{t('operator:trading.frozen', { reason: file.trading_frozen })}</p>
      )}
      <h4>{t('file.sessions')}</h4>
      <ul className={styles['list']}>
        {file.sessions.map(({ id, device, refreshed_at }) => (
          <li key={id}>
            {device || t('file.unknown_device')} · {format.dateTime(refreshed_at)}
          </li>
        ))}
        {file.sessions.length === 0 && <li>{t('file.no_sessions')}</li>}
      </ul>
      <h4>{t('file.notes')}</h4>
      <ul className={styles['list']}>
        {file.notes.map(({ id, author, time, text }) => (
          <li key={id}>
            {text} — {author}, {format.dateTime(time)}
          </li>
        ))}
        {file.notes.length === 0 && <li>{t('file.no_notes')}</li>}
      </ul>
      <Acts steamId={steamId} isBanned={file.banned_until > 0} isFrozen={file.trading_frozen !== ''} />
    </section>
  )
}

interface ActsProps {
  readonly steamId: string
  readonly isBanned: boolean
  readonly isFrozen: boolean
}

/** One text field for all actions: the note, or the reason for the audit log. */
function Acts({ steamId, isBanned, isFrozen }: ActsProps) {
  const { t } = useTranslation(['admin', 'operator'])
  const [text, setText] = useState('')
  const [days, setDays] = useState<number>(BAN_DAYS[0])
  const { mutate, isPending } = usePlayerAct(steamId)
  const isEmpty = text.trim() === ''
  const act = (action: Parameters<typeof mutate>[0]) =>
    mutate(action, {
      onSuccess: () => {
        setText('')
        showToast(t('file.done'))
      },
    })
  const ban = (seconds: number) => act({ name: 'POST /admin/ban', body: { steam_id: steamId, seconds, reason: text } })
  return (
    <>
      <ReasonField label={t('file.text')} value={text} onChange={setText} />
      <div className={styles['line']}>
        <Button
          disabled={isEmpty}
          isPending={isPending}
          onClick={() => act({ name: 'POST /admin/add-note', body: { steam_id: steamId, text } })}
        >
          {t('file.add_note')}
        </Button>
        <Button
          disabled={isEmpty}
          isPending={isPending}
          onClick={() => act({ name: 'POST /admin/end-sessions', body: { steam_id: steamId, reason: text } })}
        >
          {t('file.sign_out')}
        </Button>
        <Button
          disabled={isEmpty}
          isPending={isPending}
          onClick={() =>
            act({
              name: 'POST /admin/freeze-trading',
              body: { steam_id: steamId, is_frozen: !isFrozen, reason: text },
            })
          }
        >
          {t(isFrozen ? 'operator:trading.thaw' : 'operator:trading.freeze')}
        </Button>
        {isBanned ? (
          <Button disabled={isEmpty} isPending={isPending} onClick={() => ban(0)}>
            {t('file.lift_ban')}
          </Button>
        ) : (
          <>
            <Select
              label={t('file.ban_days')}
              isLabelHidden
              value={days}
              choices={BAN_DAYS.map((each) => ({ value: each, text: t('file.days', { count: each }) }))}
              onChange={setDays}
            />
            <Button look="sell" disabled={isEmpty} isPending={isPending} onClick={() => ban(days * DAY_SEC)}>
              {t('file.ban')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}
