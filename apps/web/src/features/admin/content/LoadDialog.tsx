import type { CallResponse } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newActionKey } from '#shared/api/action-key.ts'
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { ReasonField } from '../components/FormField.tsx'
import { useLoadContent } from './content-pack.ts'

interface LoadDialogProps {
  readonly folder: string
  readonly checked: CallResponse<'POST /admin/check-content'>
  readonly onClose: () => void
}

/** Asks for the reason before everybody plays another pack: just the one that was checked, or none. */
export function LoadDialog({ folder, checked: { pack, compared_with }, onClose }: LoadDialogProps) {
  const { t } = useTranslation('content')
  const [key] = useState(newActionKey)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, error } = useLoadContent()
  const name = pack?.name ?? ''
  const load = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '' || pack === null) return
    mutate(
      { folder, digest: pack.digest, compared_with, reason: reason.trim(), idempotency_key: key },
      {
        onSuccess() {
          showToast(t('load.done', { name }))
          onClose()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      title={t('load.title', { name })}
      isOpen
      isPending={isPending}
      error={error}
      confirmLabel={t('load.confirm')}
      look="accent"
      onConfirm={load}
      onClose={onClose}
    >
      <p>{t('load.question')}</p>
      <ReasonField
        label={t('load.reason')}
        value={reason}
        isFirst
        problem={isMissing ? t('load.reason_required') : ''}
        onChange={setReason}
      />
    </ConfirmDialog>
  )
}
