import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useEconomyStatus, useThaw } from './economy-status.ts'
import styles from '../AdminPanel.module.css'
import { ReasonField } from '../FormField.tsx'

/** Shows that all economy checks passed; during an economy halt, the reason and a way to resume. */
export function EconomyBanner() {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const { data } = useEconomyStatus()
  if (data === undefined) return null
  const lossParams = { ms: format.exact(data.outage_loss_ms ?? 0) }
  if (data.frozen_since === null) {
    const time = data.audited_at === null ? t('economy.not_yet') : format.dateTime(data.audited_at)
    return (
      <p className={styles['fine']}>
        {t('economy.fine', { time })} {data.outage_loss !== null && t(`outage_loss.${data.outage_loss}`, lossParams)}{' '}
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
