import type { ChatMessage } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useCommand } from '#shared/api/use-command.ts'
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx'

interface DeleteMessageDialogProps {
  readonly message: ChatMessage
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Confirms deleting a message for everyone, which cannot be undone. */
export function DeleteMessageDialog({ message, onClose, onDeleted }: DeleteMessageDialogProps) {
  const { t } = useTranslation('chat')
  const { run, isPending, error } = useCommand('POST /chat/delete', { errors: 'inline' })
  return (
    <ConfirmDialog
      title={t('delete.title')}
      isOpen
      isPending={isPending}
      error={error}
      confirmLabel={t('acts.delete')}
      onClose={onClose}
      onConfirm={() =>
        run(
          { id: message.id },
          {
            onSuccess() {
              onDeleted()
              onClose()
            },
          },
        )
      }
    >
      {t('delete.question', { name: message.sender_name, text: message.text })}
    </ConfirmDialog>
  )
}
