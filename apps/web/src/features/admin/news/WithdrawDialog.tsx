import type { NewsEntry } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { ReasonField } from '../components/FormField.tsx'
import { useContentName } from './entry-names.ts'
import { useWithdrawNews } from './operator-news.ts'

interface WithdrawDialogProps {
  readonly entry: NewsEntry
  readonly onClose: () => void
}

/** Asks for the reason before an entry is taken away from players; it can be brought back. */
export function WithdrawDialog({ entry, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation('news')
  const name = useContentName()(entry.content)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, error } = useWithdrawNews()
  const withdraw = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return
    mutate(
      { entry_id: entry.entry_id, seen_version: entry.version, is_withdrawn: true, reason },
      {
        onSuccess() {
          showToast(t('withdrawn_named', { name }))
          onClose()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      title={t('withdraw_named', { name })}
      isOpen
      isPending={isPending}
      error={error}
      confirmLabel={t('withdraw')}
      onConfirm={withdraw}
      onClose={onClose}
    >
      <p>{t('withdraw_question')}</p>
      <ReasonField
        label={t('reason')}
        value={reason}
        isFirst
        problem={isMissing ? t('problem.reason_required') : ''}
        onChange={setReason}
      />
    </ConfirmDialog>
  )
}
