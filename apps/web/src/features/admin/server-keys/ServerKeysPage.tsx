import type { ServerKey } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { SecretDialog } from '#shared/ui/SecretDialog.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { showToast } from '#shared/ui/toast-store.ts'
import { useNowSec } from '#shared/ui/use-now.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import styles from '../AdminPanel.module.css'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { KeyForm } from './KeyForm.tsx'
import own from './ServerKeys.module.css'
import { useRevokeKey, useServerKeys } from './server-keys.ts'

/** Keys of the game's servers: create one, see their use, revoke one. */
export function ServerKeysPage() {
  const { t } = useTranslation('operator')
  useTitle(t('keys.title'))
  const keys = useServerKeys()
  const [secret, setSecret] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<ServerKey | null>(null)
  const columns = useColumns(setRevoked)
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('keys.title')}</h2>
      <p className={styles['hint']}>{t('keys.explanation')}</p>
      <DataTable
        label={t('keys.title')}
        columns={columns}
        rows={keys.data}
        error={keys.error}
        onRetry={() => void keys.refetch()}
        keyOf={({ id }) => id}
        stateOf={({ revoked_at }) => (revoked_at === null ? undefined : 'ended')}
        empty={t('keys.none')}
        isFramed
      />
      <KeyForm onCreated={setSecret} />
      {secret !== null && (
        <SecretDialog
          secret={secret}
          title={t('keys.new_title')}
          hint={t('keys.shown_once')}
          label={t('keys.secret')}
          copyLabel={t('secret.copy')}
          copied={t('secret.copied')}
          select={t('secret.select')}
          onClose={() => setSecret(null)}
        />
      )}
      {revoked !== null && <RevokeDialog revoked={revoked} onClose={() => setRevoked(null)} />}
    </div>
  )
}

function useColumns(onRevoke: (key: ServerKey) => void): readonly Column<ServerKey>[] {
  const { t } = useTranslation('operator')
  const format = useFormat()
  const stateOf = useKeyState()
  return [
    {
      key: 'name',
      head: t('keys.name'),
      isName: true,
      renderCell: ({ name, id, test }) => (
        <>
          {name}
          <span className={own['id']}>{[`clk_${id}`, ...(test ? [t('keys.test_short')] : [])].join(' · ')}</span>
        </>
      ),
    },
    { key: 'scopes', head: t('keys.scopes'), renderCell: ({ scopes }) => scopes.join(', ') },
    {
      key: 'used',
      head: t('keys.last_used'),
      renderCell: ({ last_used_at }) => (last_used_at === null ? t('keys.never') : format.dateTime(last_used_at)),
    },
    {
      key: 'days',
      head: t('keys.per_day'),
      renderCell: ({ days }) =>
        days.length === 0 ? (
          '–'
        ) : (
          <ul className={styles['list']}>
            {days.map(({ day, calls, coins_granted, units_granted }) => (
              <li key={day}>
                {t('keys.day', {
                  day,
                  calls: format.exact(calls),
                  coins: format.exact(coins_granted),
                  units: format.exact(units_granted),
                })}
              </li>
            ))}
          </ul>
        ),
    },
    {
      key: 'created',
      head: t('keys.created'),
      renderCell: (key) => `${format.dateTime(key.created_at)}, ${key.created_by}`,
    },
    { key: 'state', head: t('keys.state'), renderCell: stateOf },
    {
      key: 'revoke',
      head: t('keys.revoke'),
      look: 'acts',
      isHeadHidden: true,
      renderCell: (key) =>
        key.revoked_at === null && (
          <Button aria-label={t('keys.revoke_key', { name: key.name })} onClick={() => onRevoke(key)}>
            {t('keys.revoke')}
          </Button>
        ),
    },
  ]
}

const STATE_EVERY_MS = 60_000

function useKeyState(): (key: ServerKey) => string {
  const { t } = useTranslation('operator')
  const format = useFormat()
  const nowSec = useNowSec(STATE_EVERY_MS)
  return ({ revoked_at, expires_at }) => {
    if (revoked_at !== null) return t('keys.revoked_at', { time: format.dateTime(revoked_at) })
    if (expires_at === null) return t('keys.valid')
    const time = format.dateTime(expires_at)
    return t(expires_at <= nowSec ? 'keys.expired_at' : 'keys.valid_until', { time })
  }
}

interface RevokeDialogProps {
  readonly revoked: ServerKey
  readonly onClose: () => void
}

function RevokeDialog({ revoked: { id, name }, onClose }: RevokeDialogProps) {
  const { t } = useTranslation('operator')
  const { mutate, isPending, error } = useRevokeKey()
  return (
    <ReasonDialog
      title={t('keys.revoke_key', { name })}
      label={t('keys.reason')}
      missing={t('keys.reason_missing')}
      confirmLabel={t('keys.revoke')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onConfirm={(reason) =>
        mutate(
          { id, reason },
          {
            onSuccess: () => {
              showToast(t('done'))
              onClose()
            },
          },
        )
      }
    >
      <p>{t('keys.revoke_question')}</p>
    </ReasonDialog>
  )
}
