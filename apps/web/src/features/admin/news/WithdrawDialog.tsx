import type { NewsEntry } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { showToast } from '#shared/ui/toast-store.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { useContentName } from './entry-names.ts'
import { useWithdrawNews } from './operator-news.ts'

interface WithdrawDialogProps {
  readonly entry: NewsEntry
  readonly onClose: () => void
}

/** Asks for a reason before an entry is withdrawn; it can be restored. */
export function WithdrawDialog({ entry, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation('news')
  const name = useContentName()(entry.content)
  const { mutate, isPending, error } = useWithdrawNews('inline')
  const withdraw = (reason: string) =>
    mutate(
      { entry_id: entry.entry_id, seen_version: entry.version, is_withdrawn: true, reason },
      {
        onSuccess() {
          showToast(t('withdrawn_named', { name }))
          onClose()
        },
      },
    )
  return (
    <ReasonDialog
      title={t('withdraw_named', { name })}
      label={t('reason')}
      missing={t('problem.reason_required')}
      isPending={isPending}
      error={error}
      confirmLabel={t('withdraw')}
      onConfirm={withdraw}
      onClose={onClose}
    >
      <p>{t('withdraw_question')}</p>
    </ReasonDialog>
  )
}
