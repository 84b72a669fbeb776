import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/States.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import styles from '../AdminPanel.module.css'
import { ReasonField } from '../FormField.tsx'
import { useDataAct, useDataRequests, type DataAct } from './data-requests.ts'

/** A player's deletion and export, which support starts and cancels on request. */
export function DataRequests({ steamId }: { readonly steamId: string }) {
  const { t } = useTranslation(['operator', 'admin'])
  const format = useFormat()
  const { data, error, refetch } = useDataRequests(steamId)
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useDataAct(steamId)
  if (data === undefined) {
    return error === null ? <Skeleton shape="sections" /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  const { deletion } = data
  const act = (name: DataAct) => (
    <Button
      look={name === 'POST /admin/delete-player' ? 'sell' : 'plain'}
      disabled={reason.trim() === ''}
      isPending={isPending}
      onClick={() =>
        mutate(
          { name, reason },
          {
            onSuccess: () => {
              setReason('')
              showToast(t('admin:file.done'))
            },
          },
        )
      }
    >
      {t(LABELS[name])}
    </Button>
  )
  return (
    <section className={styles['card']} aria-label={t('data.title')}>
      <h3 className={styles['name']}>{t('data.title')}</h3>
      <p>
        {deletion === null
          ? t('data.none')
          : t(deletion.by_support ? 'data.deletes_support' : 'data.deletes', {
              time: format.dateTime(deletion.deletes_at),
            })}
      </p>
      <p>
        {data.export === null ? t('data.no_export') : t('data.export', { state: t(`data.state.${data.export.state}`) })}
      </p>
      <ReasonField label={t('data.reason')} value={reason} onChange={setReason} />
      <div className={styles['line']}>
        {act('POST /admin/export-player')}
        {act(deletion === null ? 'POST /admin/delete-player' : 'POST /admin/keep-player')}
      </div>
      {deletion === null && <p className={styles['hint']}>{t('data.question')}</p>}
    </section>
  )
}

const LABELS = {
  'POST /admin/export-player': 'data.export_act',
  'POST /admin/delete-player': 'data.delete',
  'POST /admin/keep-player': 'data.keep',
} as const satisfies Record<DataAct, string>
