import type { ChatMessage } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useCommand } from '#shared/api/use-command.ts'
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx'

interface RemoveDialogProps {
  readonly message: ChatMessage
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** Asks before a reported message is taken away for everybody. */
export function RemoveDialog({ message, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation('chat')
  const { run, isPending, error } = useCommand<'POST /chat/delete'>()
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
          'POST /chat/delete',
          { id: message.id },
          {
            onSuccess() {
              onRemoved()
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
