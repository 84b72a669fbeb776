import type { ChatMessage } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useCommand } from '#shared/api/use-command.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { ReasonForm } from '#shared/moderation/ReasonForm.tsx'
import styles from '#shared/moderation/ReasonForm.module.css'

/** Reports a message with its context to the moderators. */
export function ReportDialog({ message, onClose }: { readonly message: ChatMessage; readonly onClose: () => void }) {
  const { t } = useTranslation('chat')
  const { run, isPending, error } = useCommand('POST /chat/report', { errors: 'inline' })
  return (
    <ReasonForm
      title={t('report.title')}
      label={t('report.reason')}
      submitLabel={t('acts.report')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSubmit={(reason) =>
        run(
          { id: message.id, reason },
          {
            onSuccess() {
              showToast(t('report.done'))
              onClose()
            },
          },
        )
      }
    >
      <p>{t('report.explained')}</p>
      <blockquote className={styles['quote']}>
        {message.sender_name}: {message.text}
      </blockquote>
    </ReasonForm>
  )
}
