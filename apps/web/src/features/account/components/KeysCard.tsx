import { PLAYER_KEYS_MAX } from '@clutch/contract/constants'
import type { PlayerKey } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import { Disclosure } from '#shared/ui/Disclosure.tsx'
import { SecretDialog } from '#shared/ui/SecretDialog.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/States.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { useNowSec } from '#shared/ui/use-now.ts'
import styles from '../AccountPage.module.css'
import { usePlayerKeys, useRevokeKey } from '../api/account.ts'
import { KeyForm } from './KeyForm.tsx'
import own from './KeysCard.module.css'

const STATE_EVERY_MS = 60_000

/** The player's own keys for tools: create one, see the uses, revoke one. */
export function KeysCard() {
  const { t } = useTranslation('account')
  const { data, error, refetch } = usePlayerKeys()
  const [secret, setSecret] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<PlayerKey | null>(null)
  const isOff = data?.allowed_scopes.length === 0
  return (
    <section className={styles['card']} aria-labelledby="keys-title">
      <h2 id="keys-title" className={styles['title']}>
        {t('keys.title')}
      </h2>
      <p className={styles['text']}>{t(isOff ? 'keys.off' : 'keys.text')}</p>
      {data === undefined && error === null && <Skeleton />}
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && data.keys.length > 0 && (
        <ul className={own['keys']}>
          {data.keys.map((key) => (
            <KeyEntry key={key.id} entry={key} onRevoke={() => setRevoked(key)} />
          ))}
        </ul>
      )}
      {data?.keys.length === 0 && !isOff && <p>{t('keys.none')}</p>}
      {data !== undefined && !isOff && data.keys.length < PLAYER_KEYS_MAX && (
        <KeyForm scopes={data.allowed_scopes} onCreated={setSecret} />
      )}
      {secret !== null && (
        <SecretDialog
          secret={secret}
          title={t('keys.secret.title')}
          hint={t('keys.secret.shown_once')}
          label={t('keys.secret.label')}
          copyLabel={t('keys.secret.copy')}
          copied={t('keys.secret.copied')}
          select={t('keys.secret.select')}
          onClose={() => setSecret(null)}
        />
      )}
      {revoked !== null && <RevokeDialog revoked={revoked} onClose={() => setRevoked(null)} />}
    </section>
  )
}

function KeyEntry({ entry, onRevoke }: { readonly entry: PlayerKey; readonly onRevoke: () => void }) {
  const { t } = useTranslation('account')
  const { dateTime } = useFormat()
  const nowSec = useNowSec(STATE_EVERY_MS)
  const { id, name, scopes, last_used_at, expires_at, uses } = entry
  const used = last_used_at === null ? t('keys.never_used') : t('keys.used', { time: dateTime(last_used_at) })
  const validity =
    expires_at === null
      ? t('keys.valid')
      : t(expires_at <= nowSec ? 'keys.expired' : 'keys.valid_until', { time: dateTime(expires_at) })
  return (
    <li className={own['key']}>
      <div>
        <p className={own['name']}>{name}</p>
        <p className={own['facts']}>{[`clp_${id}`, used, validity].join(' · ')}</p>
        <ul className={own['scopes']}>
          {scopes.map((scope) => (
            <li key={scope}>{t(`keys.scope.${scope.replace(':', '_')}`)}</li>
          ))}
        </ul>
      </div>
      <Button aria-label={t('keys.revoke_key', { name })} onClick={onRevoke}>
        {t('keys.revoke')}
      </Button>
      <Disclosure className={own['uses']} summary={t('keys.uses')}>
        <UseTable uses={uses} />
      </Disclosure>
    </li>
  )
}

type KeyUse = PlayerKey['uses'][number]

function UseTable({ uses }: { readonly uses: readonly KeyUse[] }) {
  const { t } = useTranslation('account')
  const { dateTime } = useFormat()
  const columns: readonly Column<KeyUse & { readonly id: number }>[] = [
    { key: 'time', head: t('keys.use.time'), renderCell: ({ at }) => dateTime(at) },
    { key: 'call', head: t('keys.use.call'), isName: true, renderCell: ({ call }) => call },
    { key: 'status', head: t('keys.use.status'), renderCell: ({ status }) => status },
    { key: 'address', head: t('keys.use.address'), renderCell: ({ address }) => address },
  ]
  return (
    <DataTable
      label={t('keys.uses')}
      columns={columns}
      rows={uses.map((use, id) => ({ ...use, id }))}
      error={null}
      onRetry={() => undefined}
      keyOf={({ id }) => String(id)}
      empty={t('keys.no_uses')}
    />
  )
}

function RevokeDialog({ revoked, onClose }: { readonly revoked: PlayerKey; readonly onClose: () => void }) {
  const { t } = useTranslation('account')
  const { mutate, isPending, error } = useRevokeKey()
  const revoke = () =>
    mutate(revoked.id, {
      onSuccess: () => {
        showToast(t('keys.revoked'))
        onClose()
      },
    })
  return (
    <ConfirmDialog
      title={t('keys.revoke_key', { name: revoked.name })}
      isOpen
      isPending={isPending}
      error={error}
      confirmLabel={t('keys.revoke')}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>{t('keys.revoke_question')}</p>
    </ConfirmDialog>
  )
}
