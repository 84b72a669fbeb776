import type { ChatMessage } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useCommand } from '#shared/api/use-command.ts'
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx'
import type { ChatLog } from '../model/chat-log.ts'

interface DeleteDialogProps {
  readonly message: ChatMessage
  readonly isOwn: boolean
  readonly log: ChatLog
  readonly onClose: () => void
}

/** Asks before a message is taken away: it does not come back. */
export function DeleteDialog({ message, isOwn, log, onClose }: DeleteDialogProps) {
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
              log.bury(message.id, isOwn ? 'sender' : 'moderator')
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
