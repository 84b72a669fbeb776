import type { EconomyStatus } from '@clutch/contract'
import { HOUR_SEC, SECOND_MS } from '@clutch/contract/formats'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useEconomyStatus, useThaw } from './economy-status.ts'
import styles from '../AdminPanel.module.css'
import { ReasonField } from '../FormField.tsx'

/** A day, and half of one for a backup that takes long or starts late; deploy/prometheus-rules.yaml has the same limit. */
const BACKUP_AGE_MAX_SEC = 36 * HOUR_SEC

/** Shows that all economy checks passed; during an economy halt, the reason and a way to resume. */
export function EconomyBanner() {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const { data, dataUpdatedAt } = useEconomyStatus()
  if (data === undefined) return null
  const lossParams = { ms: format.exact(data.outage_loss_ms ?? 0) }
  if (data.frozen_since === null) {
    const time = data.audited_at === null ? t('economy.not_yet') : format.dateTime(data.audited_at)
    return (
      <p className={styles['fine']}>
        {t('economy.fine', { time })} {data.outage_loss !== null && t(`outage_loss.${data.outage_loss}`, lossParams)}{' '}
        <Backups status={data} nowSec={Math.floor(dataUpdatedAt / SECOND_MS)} />{' '}
        {t('economy.version', { version: data.version, schema: data.schema })}
      </p>
    )
  }
  return (
    <section role="alert" className={styles['frozen']} aria-label={t('economy.frozen')}>
      <h3 className={styles['name']}>{t('economy.frozen')}</h3>
      <p>{t('economy.since', { time: format.dateTime(data.frozen_since) })}</p>
      <ul className={styles['findings']}>
        {data.findings.map(({ rule, detail }) => (
          <li key={`${rule} ${detail}`}>
            <code>
              {rule}: {detail}
            </code>
          </li>
        ))}
      </ul>
      <ThawForm />
    </section>
  )
}

interface BackupsProps {
  readonly status: EconomyStatus
  readonly nowSec: number
}

/** When the world was last backed up; in the colour of problems when that is too long ago. */
function Backups({ status: { backup_at, wal_archived_at, is_archiving_failing }, nowSec }: BackupsProps) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const when = (atSec: number) => ({
    age: format.age(Math.max(0, nowSec - atSec)),
    time: format.dateTime(atSec),
  })
  const isOld = backup_at !== null && nowSec - backup_at > BACKUP_AGE_MAX_SEC
  return (
    <span className={isOld || is_archiving_failing ? styles['problem'] : undefined}>
      {backup_at === null ? t('backups.none') : t('backups.last', when(backup_at))}
      {wal_archived_at !== null && ` ${t('backups.archived', when(wal_archived_at))}`}
      {is_archiving_failing && ` ${t('backups.failing')}`}
    </span>
  )
}

function ThawForm() {
  const { t } = useTranslation('admin')
  const errorText = useErrorText()
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useThaw()
  return (
    <form
      className={styles['line']}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim() !== '') mutate(reason)
      }}
    >
      <ReasonField label={t('economy.reason')} value={reason} onChange={setReason} />
      <Button type="submit" isPending={isPending} disabled={reason.trim() === ''}>
        {t('economy.thaw')}
      </Button>
      {error !== null && <p className={styles['problem']}>{errorText(error)}</p>}
    </form>
  )
}
