import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '#shared/api/use-command.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { LazyConfirmDialog } from '#shared/ui/LazyConfirmDialog.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { AccountMenu, type AccountAct } from './AccountMenu.tsx'
import { useSignOut } from './use-sign-out.ts'

const SessionsDialog = lazyChunk(async () => (await import('./SessionsDialog.tsx')).SessionsDialog)
const ReferralDialog = lazyChunk(
  async () => (await import('../../features/referral/ReferralDialog.tsx')).ReferralDialog,
)

interface AccountActsProps {
  /** The account button while its menu is open. */
  readonly opener: Element | null
  readonly onFind: () => void
  readonly onClose: () => void
}

/** The account menu and what its items do, which outlasts it. */
export function AccountActs({ opener, onFind, onClose }: AccountActsProps) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<AccountAct | null>(null)
  const { signOut, everywhere } = useSignOut()
  const stack = useStackInventory()
  const act = (chosen: AccountAct) => {
    if (chosen === 'find') onFind()
    else if (chosen === 'stack') stack()
    else if (chosen === 'sign_out') signOut()
    else setDialog(chosen)
  }
  const closeDialog = () => setDialog(null)
  return (
    <>
      {opener !== null && <AccountMenu opener={opener} onAct={act} onClose={onClose} />}
      <Suspense>{dialog === 'invite' && <ReferralDialog onClose={closeDialog} />}</Suspense>
      <Suspense>{dialog === 'sessions' && <SessionsDialog onClose={closeDialog} />}</Suspense>
      <LazyConfirmDialog
        title={t('user.sign_out_everywhere')}
        isOpen={dialog === 'sign_out_everywhere'}
        isPending={everywhere.isPending}
        error={everywhere.error}
        confirmLabel={t('action.sign_out')}
        onConfirm={() => everywhere.mutate()}
        onClose={closeDialog}
      >
        {t('user.everywhere_question')}
      </LazyConfirmDialog>
    </>
  )
}

/** Asks the store platform to merge equal stacks, and shows how many became how many (document 2 §8). */
function useStackInventory(): () => void {
  const { t } = useTranslation()
  const format = useFormat()
  const errorText = useErrorText()
  const { run } = useCommand('POST /inventory/stack-steam')
  return () => {
    run(
      {},
      {
        onSuccess: ({ stacks_before, stacks_after }) =>
          showToast(t('stack.done', { before: format.exact(stacks_before), after: format.exact(stacks_after) }), 'buy'),
        describeError: (error) => t('stack.failed', { message: errorText(error) }),
      },
    )
  }
}
