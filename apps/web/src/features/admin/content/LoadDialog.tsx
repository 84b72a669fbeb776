import type { CallResponse } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newActionKey } from '#shared/api/action-key.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { useLoadContent } from './content-pack.ts'

interface LoadDialogProps {
  readonly folder: string
  readonly checked: CallResponse<'POST /admin/check-content'>
  readonly onClose: () => void
}

/** Asks for a reason before a pack goes live; loads exactly the checked pack or none. */
export function LoadDialog({ folder, checked: { pack, compared_with }, onClose }: LoadDialogProps) {
  const { t } = useTranslation('content')
  const [key] = useState(newActionKey)
  const { mutate, isPending, error } = useLoadContent()
  const name = pack?.name ?? ''
  const load = (reason: string) => {
    if (pack === null) return
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
    <ReasonDialog
      title={t('load.title', { name })}
      label={t('load.reason')}
      missing={t('load.reason_required')}
      isPending={isPending}
      error={error}
      confirmLabel={t('load.confirm')}
      look="accent"
      onConfirm={load}
      onClose={onClose}
    >
      <p>{t('load.question')}</p>
    </ReasonDialog>
  )
}
